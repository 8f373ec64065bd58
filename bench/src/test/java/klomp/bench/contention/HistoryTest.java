package klomp.bench.contention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import klomp.api.ClogStrategy;
import klomp.api.Statistics;
import klomp.api.Store;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import klomp.bench.targets.OpenTarget;
import klomp.bench.targets.StoreSettings;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class HistoryTest {

  private static final int KEYS = 3000;
  private static final int PAGES = 20;

  @TempDir private Path directory;

  private Store open(ClogStrategy strategy, int buffers) {
    StoreSettings settings =
        StoreSettings.DEFAULT.withCacheBytes(8 << 20).withClog(strategy, buffers);
    return OpenTarget.openEmbedded(directory.resolve("store"), settings);
  }

  @Test
  void aFirstReadOfEachKeyAsksTheCommitLogOnAllItsPagesAndASecondDoesNot() {
    try (Store store = open(ClogStrategy.DIRECT, 16)) {
      new History(KEYS, PAGES).load(store);
      long next = store.statistics().get("xid.next");
      assertTrue(next >= PAGES * History.XIDS_A_PAGE, "next xid " + next);
    }
    try (Store store = open(ClogStrategy.CONTROL_LOCK, 16)) {
      long first = lookUpsOfAllKeys(store, 7);
      assertEquals(KEYS, first);
      // In an order that leaps from page to page a pool that is smaller than the history misses.
      long misses = store.statistics().get("clog.misses");
      assertTrue(misses > PAGES, "misses " + misses);
      assertEquals(0, lookUpsOfAllKeys(store, 7));
    }
  }

  /** Reads every key once, in leaps of {@code step}, prime to their number. */
  private static long lookUpsOfAllKeys(Store store, int step) {
    Statistics before = store.statistics();
    try (Transaction transaction = store.begin(TransactionOptions.READ_ONLY)) {
      long place = 0;
      for (int i = 0; i < KEYS; i++) {
        place = (place + KEYS / 2 + step) % KEYS;
        assertEquals(0, Script.counter(transaction.get(Script.key((int) place))));
      }
    }
    Statistics after = store.statistics();
    return lookUps(after) - lookUps(before);
  }

  private static long lookUps(Statistics statistics) {
    return statistics.get("clog.hits") + statistics.get("clog.misses");
  }

  @Test
  void withoutPagesItIsAPlainLoad() {
    try (Store store = open(ClogStrategy.DIRECT, 16)) {
      new History(KEYS, 0).load(store);
      Keys.checkSum(store, 0);
      assertTrue(store.statistics().get("xid.next") < 100);
    }
  }
}
