package klomp.clog;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import klomp.api.StoreClosedException;
import klomp.host.Host;
import klomp.sync.Settlement;

/**
 * A thread that writes for others, one task after the other. A thread of the user must not write:
 * an interrupt would close the file under everybody.
 *
 * <p>The queue is guarded by the lock. What was accepted before {@link #close} is run.
 */
public final class EngineThread {

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition notEmpty = lock.newCondition();
  private final Deque<Runnable> tasks = new ArrayDeque<>();
  private final Thread thread;
  private boolean closed;

  public EngineThread(Host host, String name) {
    thread = host.thread(name, this::run);
    thread.start();
  }

  /**
   * Runs the task later. It must not throw.
   *
   * @throws StoreClosedException after {@link #close}
   */
  void execute(Runnable task) {
    lock.lock();
    try {
      if (closed) {
        throw new StoreClosedException("the commit log is closed");
      }
      tasks.add(task);
      notEmpty.signal();
    } finally {
      lock.unlock();
    }
  }

  /** Runs the task and waits for its end; throws what it threw. */
  public void call(Runnable task) {
    Settlement done = new Settlement();
    execute(() -> done.settle(outcome(task)));
    Failures.rethrow(done.await());
  }

  /** Takes no more tasks and waits until those accepted are done. */
  public void close() {
    lock.lock();
    try {
      closed = true;
      notEmpty.signal();
    } finally {
      lock.unlock();
    }
    Failures.joinUninterruptibly(thread);
  }

  private static Throwable outcome(Runnable task) {
    try {
      task.run();
      return null;
    } catch (Throwable e) {
      return e;
    }
  }

  private void run() {
    for (Runnable task = next(); task != null; task = next()) {
      task.run();
    }
  }

  private Runnable next() {
    lock.lock();
    try {
      while (tasks.isEmpty() && !closed) {
        notEmpty.awaitUninterruptibly();
      }
      return tasks.poll();
    } finally {
      lock.unlock();
    }
  }
}
