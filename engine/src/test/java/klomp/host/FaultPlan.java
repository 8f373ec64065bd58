package klomp.host;

import java.io.IOException;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the operations on files and fails the chosen ones. Safe for use by any number of threads,
 * also while they work.
 */
public final class FaultPlan {

  public enum Operation {
    OPEN,
    CREATE,
    DELETE,
    READ,
    WRITE,
    SYNC,
    DIRECTORY_SYNC
  }

  /** Runs before an operation, on its thread; may wait or throw. */
  public interface Hook {
    void before(Operation operation, String file) throws IOException;
  }

  private final Map<Operation, AtomicLong> counts = new EnumMap<>(Operation.class);
  private final Map<Operation, Long> failAt = new EnumMap<>(Operation.class);
  private final Map<Operation, Long> failUntil = new EnumMap<>(Operation.class);
  private volatile Hook hook = (operation, file) -> {};

  public FaultPlan() {
    for (Operation operation : Operation.values()) {
      counts.put(operation, new AtomicLong());
    }
  }

  /** How often the operation was begun. */
  public long count(Operation operation) {
    return counts.get(operation).get();
  }

  /** Fails the {@code nth} such operation from now, 1 being the next, and none after it. */
  public synchronized void failNth(Operation operation, int nth) {
    failAt.put(operation, count(operation) + nth);
    failUntil.put(operation, count(operation) + nth);
  }

  /** Fails every such operation from now on. */
  public synchronized void failAll(Operation operation) {
    failAt.put(operation, count(operation) + 1);
    failUntil.put(operation, Long.MAX_VALUE);
  }

  public synchronized void failNone() {
    failAt.clear();
    failUntil.clear();
  }

  public void setHook(Hook hook) {
    this.hook = hook;
  }

  void before(Operation operation, String file) throws IOException {
    long number = counts.get(operation).incrementAndGet();
    hook.before(operation, file);
    synchronized (this) {
      if (number >= failAt.getOrDefault(operation, Long.MAX_VALUE)
          && number <= failUntil.getOrDefault(operation, 0L)) {
        throw new IOException("injected: " + operation + " number " + number + " on " + file);
      }
    }
  }
}
