package klomp.client;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import klomp.api.AsyncTransaction;
import klomp.api.Cursor;
import klomp.api.Savepoint;
import klomp.api.Scan;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import klomp.api.TransactionState;

/** A transaction of the server as its user holds it: waits for what {@link RemoteAsync} does. */
final class RemoteTransaction implements Transaction {

  private final Conversation conversation;
  private final RemoteAsync async;

  RemoteTransaction(Conversation conversation) {
    this.conversation = conversation;
    this.async = new RemoteAsync(conversation);
  }

  @Override
  public TransactionOptions options() {
    return conversation.options();
  }

  @Override
  public TransactionState state() {
    return conversation.state();
  }

  @Override
  public long xid() {
    return Loops.await(conversation.xid());
  }

  @Override
  public byte[] get(byte[] key) {
    return Loops.await(async.get(key));
  }

  @Override
  public List<byte[]> multiGet(List<byte[]> keys) {
    return Loops.await(async.multiGet(keys));
  }

  @Override
  public byte[] getForUpdate(byte[] key) {
    return Loops.await(async.getForUpdate(key));
  }

  @Override
  public void put(byte[] key, byte[] value) {
    Loops.await(async.put(key, value));
  }

  @Override
  public boolean delete(byte[] key) {
    return Loops.await(async.delete(key));
  }

  @Override
  public Cursor scan(Scan scan) {
    conversation.checkReadable();
    return new RemoteCursor(conversation, new Pages(conversation, scan));
  }

  @Override
  public Savepoint savepoint(String name) {
    return Loops.await(async.savepoint(name));
  }

  @Override
  public void rollbackTo(Savepoint savepoint) {
    Loops.await(async.rollbackTo(savepoint));
  }

  @Override
  public void release(Savepoint savepoint) {
    Loops.await(async.release(savepoint));
  }

  @Override
  public void commit() {
    Loops.await(async.commit());
  }

  @Override
  public CompletableFuture<Void> commitAsync() {
    return async.commit();
  }

  @Override
  public void abort() {
    Loops.await(async.abort());
  }

  @Override
  public AsyncTransaction async() {
    return async;
  }
}
