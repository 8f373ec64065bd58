package klomp.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import klomp.api.AsyncTransaction;
import klomp.api.Entry;
import klomp.api.InvalidRequestException;
import klomp.api.KlompException;
import klomp.api.Limits;
import klomp.api.Savepoint;
import klomp.api.Scan;

/**
 * The operations of a remote transaction, as futures. Unlike others, operations may be issued
 * without waiting for the ones before: the connection keeps their order.
 */
final class RemoteAsync implements AsyncTransaction {

  private static final byte[] TO = Command.word("TO");

  private final Conversation conversation;
  private final List<RemoteSavepoint> savepoints = new ArrayList<>(); // oldest first
  private long nextSavepoint = 1;

  RemoteAsync(Conversation conversation) {
    this.conversation = conversation;
  }

  @Override
  public CompletableFuture<byte[]> get(byte[] key) {
    return checked(
        () -> conversation.read(new Request<>(Command.get(Limits.checkKey(key)), Replies::bytes)));
  }

  @Override
  public CompletableFuture<List<byte[]>> multiGet(List<byte[]> keys) {
    if (keys.isEmpty()) {
      return CompletableFuture.completedFuture(List.of());
    }
    return checked(() -> conversation.read(new Request<>(Command.multiGet(keys), Replies::list)));
  }

  @Override
  public CompletableFuture<byte[]> getForUpdate(byte[] key) {
    return checked(
        () ->
            conversation.write(
                new Request<>(Command.of("GETFORUPDATE", Limits.checkKey(key)), Replies::bytes)));
  }

  @Override
  public CompletableFuture<Void> put(byte[] key, byte[] value) {
    return checked(
        () ->
            conversation.write(
                new Request<>(
                    Command.set(Limits.checkKey(key), Limits.checkValue(value)), Replies.DONE)));
  }

  @Override
  public CompletableFuture<Boolean> delete(byte[] key) {
    return checked(
        () ->
            conversation.write(
                new Request<>(Command.of("DEL", Limits.checkKey(key)), Replies::isPositive)));
  }

  @Override
  public CompletableFuture<List<Entry>> scan(Scan scan) {
    return checked(() -> collect(new Pages(conversation, scan), new ArrayList<>()));
  }

  private CompletableFuture<List<Entry>> collect(Pages pages, List<Entry> entries) {
    if (pages.isAtEnd()) {
      return CompletableFuture.completedFuture(entries);
    }
    CompletableFuture<List<Entry>> all = new CompletableFuture<>();
    pages
        .next()
        .whenComplete(
            (page, error) -> {
              if (error != null) {
                all.completeExceptionally(error);
              } else {
                entries.addAll(page);
                Conversation.copy(collect(pages, entries), all);
              }
            });
    return all;
  }

  @Override
  public CompletableFuture<Savepoint> savepoint(String name) {
    if (name == null) {
      return CompletableFuture.failedFuture(new InvalidRequestException("a savepoint has a name"));
    }
    RemoteSavepoint savepoint =
        new RemoteSavepoint(this, name, Command.word("s" + nextSavepoint++));
    savepoints.add(savepoint);
    return conversation.mark(
        new Request<>(Command.of("SAVEPOINT", savepoint.wireName()), reply -> savepoint));
  }

  @Override
  public CompletableFuture<Void> rollbackTo(Savepoint savepoint) {
    return checked(
        () -> {
          RemoteSavepoint target = keepUpTo(savepoint, 1);
          return conversation.rollbackTo(
              new Request<>(Command.of("ROLLBACK", TO, target.wireName()), Replies.DONE));
        });
  }

  @Override
  public CompletableFuture<Void> release(Savepoint savepoint) {
    return checked(
        () -> {
          RemoteSavepoint target = keepUpTo(savepoint, 0);
          return conversation.mark(
              new Request<>(Command.of("RELEASE", target.wireName()), Replies.DONE));
        });
  }

  /** Forgets the savepoints after the one given, and with 0 instead of 1 that one too. */
  private RemoteSavepoint keepUpTo(Savepoint savepoint, int own) {
    int index = savepoints.lastIndexOf(savepoint);
    if (index < 0) {
      throw new InvalidRequestException(
          "the savepoint is not one of this transaction's, or gone: "
              + (savepoint == null ? null : savepoint.name()));
    }
    RemoteSavepoint target = savepoints.get(index);
    savepoints.subList(index + own, savepoints.size()).clear();
    return target;
  }

  @Override
  public CompletableFuture<Void> commit() {
    return conversation.commit();
  }

  @Override
  public CompletableFuture<Void> abort() {
    return conversation.abort();
  }

  /** Bad input fails the future, as every other error does. */
  private static <T> CompletableFuture<T> checked(Supplier<CompletableFuture<T>> operation) {
    try {
      return operation.get();
    } catch (KlompException e) {
      return CompletableFuture.failedFuture(e);
    }
  }
}
