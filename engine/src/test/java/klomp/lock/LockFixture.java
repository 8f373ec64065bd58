package klomp.lock;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** A table with its metrics and threads; at the end it must be empty and is closed. */
final class LockFixture implements AfterEachCallback {

  static final long SECOND = 1_000_000_000L;

  /** Long enough that only a bug reaches it. */
  static final long LONG = 60 * SECOND;

  final Metrics metrics = new Metrics();
  final LockTable table = new LockTable(new SystemHost(), metrics);
  final ExecutorService threads = Executors.newCachedThreadPool();

  static byte[] key(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static LockOwner owner(long xid) {
    LockOwner owner = new LockOwner();
    owner.setXid(xid);
    return owner;
  }

  long metric(String name) {
    return metrics.snapshot().values().get(name);
  }

  static void meet(CountDownLatch gate) {
    gate.countDown();
    try {
      gate.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    threads.shutdownNow();
    table.close();
  }
}
