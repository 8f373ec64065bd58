package klomp.clog.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import klomp.api.ClogStrategy;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Narrow races on pages that stay resident: setters of one word, and readers within a step. */
@Timeout(120)
class ClogRaceTest {

  @TempDir Path path;

  private CommitLog open(ClogStrategy strategy) {
    return TestLogs.open(
        path, new CommitLogs.Settings(strategy, 16), new SystemHost(), 1, new Metrics());
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void settersOfOneWordLoseNothing(ClogStrategy strategy) throws Exception {
    int last = 60_000;
    try (CommitLog log = open(strategy);
        Crew crew = new Crew()) {
      // Both take the next xid from one place, so that they are always in the same word.
      AtomicLong next = new AtomicLong();
      for (int t = 0; t < 2; t++) {
        crew.start(
            () -> {
              for (long xid = next.incrementAndGet(); xid <= last; xid = next.incrementAndGet()) {
                if (xid % 3 == 0) {
                  log.abort(xid, TestLogs.NO_SUBS, 0);
                } else {
                  log.commit(xid, TestLogs.NO_SUBS, 0);
                }
              }
              return null;
            });
      }
      crew.join();
      for (long xid = 1; xid <= last; xid++) {
        int expected = xid % 3 == 0 ? XidStatus.ABORTED : XidStatus.COMMITTED;
        assertEquals(expected, log.status(xid), "xid " + xid);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void aReaderWithinAStepNeverSeesTheTopWithoutWhatIsBelow(ClogStrategy strategy) throws Exception {
    int last = 400_000;
    try (CommitLog log = open(strategy);
        Crew crew = new Crew()) {
      AtomicLong current = new AtomicLong(1);
      AtomicBoolean over = new AtomicBoolean();
      var reader =
          crew.start(
              () -> {
                while (!over.get()) {
                  long xid = current.get();
                  while (log.status(xid) == XidStatus.IN_PROGRESS && !over.get()) {
                    Thread.onSpinWait();
                  }
                  int top = log.status(xid);
                  int below = log.status(xid + 300);
                  if (top == XidStatus.COMMITTED) {
                    assertNotEquals(XidStatus.IN_PROGRESS, below, "below " + xid);
                  }
                }
                return null;
              });
      // Many subtransactions, so that there is time between the top and the last one.
      long[] subs = new long[301];
      for (long xid = 1; xid < last && !reader.isDone(); xid += 302) {
        current.set(xid);
        for (int i = 0; i < subs.length; i++) {
          subs[i] = xid + i + 1;
        }
        log.commit(xid, subs, 300);
      }
      over.set(true);
      crew.join();
    }
  }
}
