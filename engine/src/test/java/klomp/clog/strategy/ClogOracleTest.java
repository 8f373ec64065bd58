package klomp.clog.strategy;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import klomp.api.ClogStrategy;
import klomp.api.XidTooOldException;
import klomp.clog.CommitLog;
import klomp.clog.XidStatus;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/**
 * Whatever is done to a log, under whatever strategy, it answers as a map does; also after it was
 * closed and opened under another strategy. jqwik prints the seed and shrinks the actions.
 */
class ClogOracleTest {

  private static final long XIDS = 64 * 30;

  sealed interface Action {}

  record Tree(boolean commit, long seed, int spread, int subs) implements Action {}

  record Look(long seed) implements Action {}

  record Truncate(int permille) implements Action {}

  record Flush() implements Action {}

  record Clear(long seed) implements Action {}

  record Reopen(ClogStrategy strategy) implements Action {}

  @Provide
  Arbitrary<Action> actions() {
    Arbitrary<Long> seeds = Arbitraries.longs();
    Arbitrary<Action> trees =
        Arbitraries.of(true, false)
            .flatMap(
                commit ->
                    seeds.flatMap(
                        seed ->
                            Arbitraries.of(8, 40, 64, 300, 1200)
                                .flatMap(
                                    spread ->
                                        Arbitraries.integers()
                                            .between(0, 70)
                                            .map(subs -> new Tree(commit, seed, spread, subs)))));
    return Arbitraries.frequencyOf(
        net.jqwik.api.Tuple.of(12, trees),
        net.jqwik.api.Tuple.of(6, seeds.map(Look::new)),
        net.jqwik.api.Tuple.of(1, Arbitraries.integers().between(0, 600).map(Truncate::new)),
        net.jqwik.api.Tuple.of(1, Arbitraries.just(new Flush())),
        net.jqwik.api.Tuple.of(1, seeds.map(Clear::new)),
        net.jqwik.api.Tuple.of(1, Arbitraries.of(ClogStrategy.values()).map(Reopen::new)));
  }

  @Provide
  Arbitrary<List<Action>> histories() {
    return actions().list().ofMinSize(1).ofMaxSize(60);
  }

  @Property(tries = 100)
  void aLogAnswersAsAMapDoes(
      @ForAll ClogStrategy strategy, @ForAll("histories") List<Action> history) throws IOException {
    Path path = Files.createTempDirectory("clog");
    try {
      new Run(path, strategy).play(history);
    } finally {
      delete(path);
    }
  }

  private static void delete(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private static final class Run {
    private final Path path;
    private final TreeMap<Long, Integer> model = new TreeMap<>();
    private CommitLog log;
    private long oldest = 1;

    Run(Path path, ClogStrategy strategy) {
      this.path = path;
      this.log = TestLogs.open(path, strategy);
    }

    void play(List<Action> history) {
      try {
        history.forEach(this::apply);
        checkAll();
      } finally {
        log.close();
      }
    }

    private void apply(Action action) {
      if (action instanceof Tree tree) {
        set(tree);
      } else if (action instanceof Look look) {
        Random random = new Random(look.seed());
        for (int i = 0; i < 20; i++) {
          check(1 + random.nextLong(XIDS + 200));
        }
      } else if (action instanceof Truncate truncate) {
        log.truncate(1 + XIDS * truncate.permille() / 1000);
        oldest = Math.max(oldest, 1 + XIDS * truncate.permille() / 1000);
        assertEquals(oldest, log.oldestXid());
      } else if (action instanceof Flush) {
        log.flush();
      } else if (action instanceof Clear clear) {
        long xid = 1 + new Random(clear.seed()).nextLong(XIDS);
        log.clear(xid);
        model.remove(xid);
      } else if (action instanceof Reopen reopen) {
        log.close();
        log = TestLogs.open(path, reopen.strategy(), new SystemHost(), oldest, new Metrics());
      }
    }

    private void set(Tree tree) {
      Random random = new Random(tree.seed());
      long xid = 1 + random.nextLong(XIDS);
      TreeSet<Long> subs = new TreeSet<>();
      for (int i = 0; i < tree.subs(); i++) {
        subs.add(xid + 1 + random.nextLong(tree.spread()));
      }
      int status = tree.commit() ? XidStatus.COMMITTED : XidStatus.ABORTED;
      int other = tree.commit() ? XidStatus.ABORTED : XidStatus.COMMITTED;
      // An xid has one fate: leave those out that have the other one already.
      subs.removeIf(sub -> model.getOrDefault(sub, 0) == other);
      if (model.getOrDefault(xid, 0) == other) {
        return;
      }
      // A longer array than is meant: the rest must not be looked at.
      long[] array = new long[subs.size() + 3];
      int count = 0;
      for (long sub : subs) {
        array[count++] = sub;
      }
      if (tree.commit()) {
        log.commit(xid, array, count);
      } else {
        log.abort(xid, array, count);
      }
      model.put(xid, status);
      subs.forEach(sub -> model.put(sub, status));
    }

    private void check(long xid) {
      if (xid < oldest) {
        assertThrows(XidTooOldException.class, () -> log.status(xid));
      } else {
        assertEquals(model.getOrDefault(xid, 0), log.status(xid), "xid " + xid);
      }
    }

    private void checkAll() {
      new ArrayList<>(model.keySet()).forEach(this::check);
      for (long xid = 1; xid < XIDS; xid += 7) {
        check(xid);
      }
    }
  }
}
