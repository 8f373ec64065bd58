package klomp.server.session;

import java.util.ArrayList;
import java.util.List;
import klomp.api.InvalidRequestException;
import klomp.api.Savepoint;
import klomp.api.Transaction;

/** The transaction that a session has begun, with the names of its savepoints. */
public final class OpenTransaction {

  /** So many commands leave few locks and subtransactions, as each works on a few keys. */
  private static final int SMALL_COMMANDS = 500;

  private final Transaction transaction;
  private final Operations operations;
  private final List<Savepoint> savepoints = new ArrayList<>(); // oldest first
  private int commands;

  OpenTransaction(Transaction transaction, Operations operations) {
    this.transaction = transaction;
    this.operations = operations;
  }

  Transaction transaction() {
    return transaction;
  }

  Operations operations() {
    return operations;
  }

  void countCommand() {
    commands++;
  }

  boolean isLarge() {
    return commands > SMALL_COMMANDS;
  }

  public long xid() {
    return transaction.xid();
  }

  public void savepoint(String name) {
    countCommand();
    savepoints.add(transaction.savepoint(name));
  }

  /**
   * Goes back to the newest savepoint of that name, which stays.
   *
   * @throws InvalidRequestException if there is none
   */
  public void rollbackTo(String name) {
    int index = newest(name);
    transaction.rollbackTo(savepoints.get(index));
    forgetFrom(index + 1);
  }

  /**
   * Forgets the newest savepoint of that name and those after it.
   *
   * @throws InvalidRequestException if there is none
   */
  public void release(String name) {
    int index = newest(name);
    transaction.release(savepoints.get(index));
    forgetFrom(index);
  }

  private int newest(String name) {
    for (int i = savepoints.size() - 1; i >= 0; i--) {
      if (savepoints.get(i).name().equals(name)) {
        return i;
      }
    }
    throw new InvalidRequestException("there is no savepoint '" + name + "'");
  }

  private void forgetFrom(int index) {
    savepoints.subList(index, savepoints.size()).clear();
  }
}
