package klomp.server.connection;

import io.netty.channel.Channel;
import io.netty.handler.codec.redis.RedisMessage;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import klomp.server.command.CommandDispatcher;
import klomp.server.resp.Inbound;
import klomp.server.resp.Replies;
import klomp.server.resp.Request;
import klomp.server.session.Counters;
import klomp.server.session.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One client's connection: answers the requests of its mailbox one after the other, in order.
 *
 * <p>Whoever sets {@code running} owns the session, the outbox and all plain fields until it clears
 * it. The owner is the event loop, as long as requests are brief, so that most are answered without
 * a change of threads; or a worker; or nobody's thread at all: while a command waits, the
 * connection stays running without a thread, and the end of the wait sends the event loop on.
 * {@link #signal} and {@link #received} make sure that somebody looks at the state after every
 * change to it: after a put, after {@code closed} or {@code draining} was set, and when the outbox
 * has room again.
 *
 * <pre>
 * IDLE --signal--> RUNNING --command waits--> SUSPENDED --its future completes--> RUNNING
 * RUNNING --mailbox empty, outbox full--> IDLE       RUNNING --closed--> ENDED
 * </pre>
 */
final class Connection {

  private static final Logger LOG = LoggerFactory.getLogger(Connection.class);

  /** After so many requests a thread turns to other connections first. */
  private static final int TURN_REQUESTS = 64;

  private final Channel channel;
  private final Session session;
  private final CommandDispatcher dispatcher;
  private final Runnable onEnd;
  private final Mailbox mailbox = new Mailbox();
  private final Outbox outbox;
  private final AtomicBoolean running = new AtomicBoolean();
  private volatile boolean closed;
  private volatile boolean draining;
  private boolean last; // the reply that closes the connection was given
  private boolean ended;

  Connection(Channel channel, Session session, CommandDispatcher dispatcher, Runnable onEnd) {
    this.channel = channel;
    this.session = session;
    this.dispatcher = dispatcher;
    this.onEnd = onEnd;
    this.outbox = new Outbox(channel, this::signal);
  }

  Session session() {
    return session;
  }

  /** Takes what has arrived; {@link #received} follows. Called by the event loop. */
  void receive(Inbound inbound) {
    mailbox.put(inbound);
    if (mailbox.isFull()) {
      channel.config().setAutoRead(false);
      // a worker that emptied the mailbox just before did not see that reading has stopped
      readAgain();
    }
  }

  /** All that was there to be read has been received. Called by the event loop. */
  void received() {
    if (running.compareAndSet(false, true)) {
      run();
    }
  }

  /** The client is gone: what it waits for is called off, what it has open is undone. */
  void close() {
    closed = true;
    session.cancelWaits();
    signal();
  }

  /** Answers what has arrived, then closes. */
  void drain() {
    draining = true;
    channel.config().setAutoRead(false);
    signal();
  }

  /**
   * The client sends no more. It may still read, as one does that pipes a few commands in; or it
   * has vanished. So what was received is answered, but nothing waits for a lock any more.
   */
  void inputEnded() {
    session.cancelWaits();
    drain();
  }

  void kill() {
    channel.close();
  }

  private void signal() {
    if (running.compareAndSet(false, true)) {
      workers().execute(this::run);
    }
  }

  private Executor workers() {
    return session.environment().workers();
  }

  private void run() {
    run(() -> {});
  }

  /** Goes on with {@code first}, as the owner. */
  private void run(Runnable first) {
    boolean eventLoop = channel.eventLoop().inEventLoop();
    try {
      first.run();
      for (int turn = 0; turn < TURN_REQUESTS; turn++) {
        if (eventLoop && !isBrief()) {
          workers().execute(this::run);
          return;
        }
        if (!proceed()) {
          return;
        }
      }
      outbox.flush();
      Executor here = eventLoop ? channel.eventLoop() : workers();
      here.execute(this::run);
    } catch (RuntimeException | Error e) {
      LOG.error("the connection of {} failed and is closed", session.address(), e);
      running.set(false);
      channel.close();
      if (closed) {
        signal(); // the news of the close came while this was the owner
      }
    }
  }

  /** Whether the next thing to do is brief enough for an event loop. */
  private boolean isBrief() {
    if (closed) {
      return false; // what is open may be large to undo
    }
    Inbound next = mailbox.peek();
    return !(next instanceof Request request) || dispatcher.isBrief(session, request);
  }

  /** Does one thing. Returns false if this thread is no longer the owner. */
  private boolean proceed() {
    if (closed) {
      end();
      return release(() -> false);
    }
    if (outbox.isFull()) {
      outbox.flush();
      return release(() -> closed || !outbox.isFull());
    }
    Inbound next = last ? null : mailbox.take();
    if (next != null) {
      readAgain();
      return answer(next);
    }
    if (draining && !last) {
      last = true;
      outbox.flushAndClose();
    }
    outbox.flush();
    return release(() -> closed || !last && (draining || !mailbox.isEmpty()));
  }

  /** Stops being the owner, unless {@code more} is to be done and nobody else has taken it up. */
  private boolean release(BooleanSupplier more) {
    running.set(false);
    return more.getAsBoolean() && running.compareAndSet(false, true);
  }

  private boolean answer(Inbound inbound) {
    if (inbound instanceof Inbound.Malformed malformed) {
      counters().malformed();
      finish(Replies.error(malformed.code(), malformed.message()));
      return true;
    }
    CompletableFuture<RedisMessage> reply = dispatcher.execute(session, (Request) inbound);
    if (reply.isDone()) {
      answered(reply.join());
      return true;
    }
    counters().waited();
    outbox.flush();
    reply.thenAcceptAsync(message -> run(() -> answered(message)), channel.eventLoop());
    return false;
  }

  private void answered(RedisMessage reply) {
    counters().answered(Replies.isError(reply));
    if (session.isBrokenOff()) {
      last = true;
      channel.close();
    } else if (session.isQuitting()) {
      finish(reply);
    } else {
      outbox.add(reply);
    }
  }

  private void finish(RedisMessage reply) {
    last = true;
    outbox.add(reply);
    outbox.flushAndClose();
  }

  private Counters counters() {
    return session.environment().counters();
  }

  private void readAgain() {
    if (!draining && !channel.config().isAutoRead() && mailbox.hasRoom()) {
      channel.config().setAutoRead(true);
    }
  }

  private void end() {
    if (!ended) {
      ended = true;
      try {
        session.reset();
      } finally {
        onEnd.run();
      }
    }
  }
}
