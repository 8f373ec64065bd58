package klomp.client;

import java.util.ArrayDeque;
import java.util.concurrent.CompletableFuture;
import klomp.api.CommitUnknownException;
import klomp.api.ConnectionException;
import klomp.api.Isolation;
import klomp.api.KlompException;
import klomp.api.Remedy;
import klomp.api.RetryableException;
import klomp.api.StoreException;
import klomp.api.TransactionFailedException;
import klomp.api.TransactionOptions;
import klomp.api.TransactionOverException;
import klomp.api.TransactionState;

/**
 * One transaction on one connection, from BEGIN to the return of the connection.
 *
 * <p>BEGIN is written at once and its answer not waited for, so that the snapshot is taken now and
 * the first read costs no further round trip. A write that came behind a BEGIN which fails would be
 * a transaction of its own, though; therefore what has an effect is held back until the answer to
 * BEGIN is there, unless the connection has begun such a transaction before: a server refuses a
 * BEGIN for its options, which it has accepted then, or because its store is closed or has failed,
 * which is final and fails the write as well.
 *
 * <p>Behind the first write goes an XID, in the same round trip: by the time the write is answered
 * the number is known, and a commit whose answer gets lost can name it.
 *
 * <p>Operations come from one thread at a time; answers from the event loop. {@code state} and
 * {@code xid} are written before the future of the operation completes. The monitor guards {@code
 * held} and makes the step from holding back to sending atomic.
 */
final class Conversation {

  private enum Kind {
    READ,
    WRITE,
    /** Accepted by a failed transaction, which it mends. */
    ROLLBACK_TO
  }

  private static final byte[][] XID = Command.of("XID");
  private static final byte[][] COMMIT = Command.of("COMMIT");
  private static final byte[][] ROLLBACK = Command.of("ROLLBACK");

  private final Pool pool;
  private final Session session;
  private final TransactionOptions options;
  private final ArrayDeque<Request<?>> held = new ArrayDeque<>();
  private volatile boolean begun;
  private volatile KlompException beginError;
  private volatile TransactionState state = TransactionState.ACTIVE;
  private volatile long xid;
  private volatile boolean xidAsked;
  private volatile int writes;
  private boolean isGivenBack;

  Conversation(Pool pool, Session session, TransactionOptions options) {
    this.pool = pool;
    this.session = session;
    this.options = options;
    begun = session.hasBegun(options);
    session.send(
        new Request<>(Command.begin(options), Replies.DONE)
            .whenSettled((nothing, error) -> begun(error)));
  }

  TransactionOptions options() {
    return options;
  }

  /** The isolation that it has, be it asked for or the server's default. */
  Isolation isolation() {
    return options.isolation() == null ? session.isolation() : options.isolation();
  }

  TransactionState state() {
    return state;
  }

  /** Counts what may have changed the transaction's own view; for cursors. */
  int writes() {
    return writes;
  }

  <T> CompletableFuture<T> read(Request<T> request) {
    return run(request, Kind.READ);
  }

  /** For what writes or locks. */
  <T> CompletableFuture<T> write(Request<T> request) {
    writes++;
    if (xid != 0 || xidAsked || refusal(Kind.WRITE) != null) {
      return run(request, Kind.WRITE);
    }
    xidAsked = true;
    CompletableFuture<T> both = new CompletableFuture<>();
    CompletableFuture<T> written = run(request, Kind.WRITE);
    Request<Long> number = xidRequest();
    number.whenComplete((value, error) -> copy(written, both));
    transmit(number, Kind.WRITE);
    return both;
  }

  /** For SAVEPOINT and RELEASE, which change neither data nor view. */
  <T> CompletableFuture<T> mark(Request<T> request) {
    return run(request, Kind.WRITE);
  }

  <T> CompletableFuture<T> rollbackTo(Request<T> request) {
    writes++;
    return run(request, Kind.ROLLBACK_TO);
  }

  /** The number, asked of the server only while the answer to the first write is on its way. */
  CompletableFuture<Long> xid() {
    if (xid != 0 || writes == 0 || isOver()) {
      return CompletableFuture.completedFuture(xid);
    }
    Request<Long> number = xidRequest();
    transmit(number, Kind.WRITE);
    return number;
  }

  CompletableFuture<Void> commit() {
    KlompException refused;
    synchronized (this) {
      refused = refusal(Kind.WRITE);
      if (refused == null) {
        state = TransactionState.COMMITTED;
      }
    }
    if (refused != null) {
      return CompletableFuture.failedFuture(refused);
    }
    Request<Void> request =
        new Request<>(COMMIT, Replies.DONE)
            .whenLost(this::commitLost)
            .whenSettled((nothing, error) -> committed(error));
    transmit(request, Kind.WRITE);
    return request;
  }

  /** Never fails: if the server cannot be told, it aborts when it finds the connection closed. */
  CompletableFuture<Void> abort() {
    synchronized (this) {
      if (isOver()) {
        return CompletableFuture.completedFuture(null);
      }
      state = TransactionState.ABORTED;
    }
    return rollback();
  }

  private CompletableFuture<Void> rollback() {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Request<Void> request =
        new Request<>(ROLLBACK, Replies.DONE)
            .whenSettled(
                (nothing, error) ->
                    giveBack(error == null || error instanceof TransactionOverException));
    request.whenComplete((nothing, error) -> done.complete(null));
    transmit(request, Kind.READ);
    return done;
  }

  /** Throws what a read would fail with now. */
  void checkReadable() {
    KlompException refused = refusal(Kind.READ);
    if (refused != null) {
      throw refused;
    }
  }

  private void begun(KlompException error) {
    synchronized (this) {
      if (error == null) {
        session.rememberBegun(options);
      } else {
        beginError = error;
        failed(error);
      }
      for (Request<?> request; (request = held.poll()) != null; ) {
        if (error == null) {
          session.send(request);
        } else {
          request.refuse(error);
        }
      }
      begun = true;
    }
  }

  private Request<Long> xidRequest() {
    return new Request<>(XID, Replies::number)
        .whenSettled(
            (value, error) -> {
              if (error == null) {
                xid = value;
              }
              xidAsked = false;
            });
  }

  private <T> CompletableFuture<T> run(Request<T> request, Kind kind) {
    KlompException refused = refusal(kind);
    if (refused != null) {
      return CompletableFuture.failedFuture(refused);
    }
    request.whenSettled(
        (value, error) -> {
          if (error != null) {
            failed(error);
          } else if (kind == Kind.ROLLBACK_TO) {
            mended();
          }
        });
    transmit(request, kind);
    return request;
  }

  private void transmit(Request<?> request, Kind kind) {
    if (!begun) {
      synchronized (this) {
        if (!begun) {
          if (kind != Kind.READ || !held.isEmpty()) {
            held.add(request.keep());
          } else {
            session.send(request);
          }
          return;
        }
      }
    }
    // Only now: what was asked before may be older than the answer to BEGIN, and a write that
    // followed a refused BEGIN would be a transaction of its own.
    KlompException error = beginError;
    if (error == null) {
      session.send(request);
    } else {
      request.refuse(error);
    }
  }

  private KlompException refusal(Kind kind) {
    if (isOver()) {
      return new TransactionOverException("the transaction is over: " + state);
    }
    if (beginError != null) {
      return beginError;
    }
    if (state == TransactionState.FAILED && kind != Kind.ROLLBACK_TO) {
      return new TransactionFailedException(
          "the transaction has failed; roll it back, whole or to a savepoint");
    }
    return null;
  }

  private boolean isOver() {
    return state == TransactionState.COMMITTED || state == TransactionState.ABORTED;
  }

  private synchronized void mended() {
    if (state == TransactionState.FAILED) {
      state = TransactionState.ACTIVE;
    }
  }

  /** What an error of an operation means for the transaction. */
  private void failed(KlompException error) {
    boolean isLost =
        !session.isOpen()
            || error instanceof ConnectionException
            || error instanceof TransactionOverException;
    synchronized (this) {
      if (isOver()) {
        return;
      }
      if (isLost) {
        state = TransactionState.ABORTED;
      } else if (error == beginError
          || error instanceof RetryableException
          || error instanceof TransactionFailedException
          || error instanceof StoreException) {
        state = TransactionState.FAILED;
      }
    }
    if (isLost) {
      giveBack(false);
    }
  }

  private KlompException commitLost(KlompException cause) {
    if (writes == 0) {
      return cause;
    }
    String ask = xid == 0 ? "its xid is not known" : "ask for the status of xid " + xid;
    return new CommitUnknownException(
        "the connection was lost during the commit, which may have happened; "
            + ask
            + " ("
            + cause.getMessage()
            + ")",
        cause);
  }

  private void committed(KlompException error) {
    if (error == null) {
      giveBack(true);
    } else if (!session.isOpen()) {
      giveBack(false);
    } else {
      if (error.remedy() != Remedy.REOPEN) {
        state = TransactionState.ABORTED;
      }
      // Whatever the server made of it: after this the connection has no transaction.
      rollback();
    }
  }

  /** Returns the connection, once; only a clean one may be used again. */
  private void giveBack(boolean isClean) {
    synchronized (this) {
      if (isGivenBack) {
        return;
      }
      isGivenBack = true;
    }
    if (isClean) {
      pool.release(session);
    } else {
      pool.discard(session);
    }
  }

  static <T> void copy(CompletableFuture<T> from, CompletableFuture<T> to) {
    from.whenComplete(
        (value, error) -> {
          if (error == null) {
            to.complete(value);
          } else {
            to.completeExceptionally(error);
          }
        });
  }
}
