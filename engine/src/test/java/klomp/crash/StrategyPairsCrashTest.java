package klomp.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import klomp.Klomp;
import klomp.api.ClogStrategy;
import klomp.api.Durability;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.api.TransactionStatus;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A store written under one commit-log strategy and killed opens under every other, with the same
 * content and the same fate of each of 1,000 transactions whose subtransactions cross the border of
 * a commit-log page.
 */
class StrategyPairsCrashTest {

  private static final int TRANSACTIONS = 1_000;
  private static final int SUBTRANSACTIONS = 40;

  @TempDir Path directory;

  @ParameterizedTest
  @EnumSource(ClogStrategy.class)
  void anyStrategyOpensWhatAnotherLeftWhenItWasKilled(ClogStrategy writer) throws Exception {
    long seed = System.nanoTime();
    Path written = directory.resolve("written");
    List<ScriptedTransactions.Result> results = writeAndKill(writer, seed, written);
    ScriptedTransactions model = new ScriptedTransactions(seed, SUBTRANSACTIONS);
    ScriptedTransactions.numbers(TRANSACTIONS).forEach(number -> model.run(number, null));

    for (ClogStrategy reader : ClogStrategy.values()) {
      Path copy = directory.resolve(reader.label());
      copy(written, copy);
      String what = writer + " then " + reader + ", seed " + seed;
      try (Store store = Klomp.open(copy, options(reader))) {
        assertEquals(model.content(), ScriptedTransactions.contentOf(store), what);
        for (ScriptedTransactions.Result result : results) {
          TransactionStatus expected =
              result.end() == ScriptedTransactions.End.COMMIT
                  ? TransactionStatus.COMMITTED
                  : TransactionStatus.ABORTED;
          assertEquals(expected, store.status(result.xid()), what + ", xid " + result.xid());
        }
      }
    }
    assertTrue(results.get(TRANSACTIONS - 1).xid() > 32_768, "crosses a page of the commit log");
  }

  private static List<ScriptedTransactions.Result> writeAndKill(
      ClogStrategy writer, long seed, Path written) throws Exception {
    List<ScriptedTransactions.Result> results = new ArrayList<>();
    try (ChildProcess child =
        new ChildProcess(Writer.class, written.toString(), writer.label(), Long.toString(seed))) {
      for (int i = 0; i < TRANSACTIONS; i++) {
        String line = child.readLine();
        assertTrue(line != null, "the writer ended after " + i + " transactions");
        String[] words = line.split(" ");
        results.add(
            new ScriptedTransactions.Result(
                ScriptedTransactions.End.valueOf(words[0]), Long.parseLong(words[1])));
      }
      child.kill();
    }
    return results;
  }

  private static StoreOptions options(ClogStrategy strategy) {
    return StoreOptions.DEFAULT
        .withDurability(Durability.SYNC)
        .withTuning(
            StoreOptions.Tuning.DEFAULT
                .withClog(strategy, 16)
                .withCacheBytes(4 << 20)
                .withWal(1 << 20, 1 << 20)
                .withCheckpoint(1 << 20, Duration.ofMinutes(1)));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      files.forEach(
          file -> {
            try {
              Files.copy(file, to.resolve(from.relativize(file)));
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
    }
  }

  /** The process that is killed. */
  static final class Writer {

    private Writer() {}

    public static void main(String[] arguments) throws Exception {
      Store store = Klomp.open(Path.of(arguments[0]), options(ClogStrategy.of(arguments[1])));
      ScriptedTransactions script =
          new ScriptedTransactions(Long.parseLong(arguments[2]), SUBTRANSACTIONS);
      for (int number = 0; number < TRANSACTIONS; number++) {
        ScriptedTransactions.Result result = script.run(number, store);
        System.out.println(result.end() + " " + result.xid());
      }
      Thread.sleep(600_000);
    }
  }
}
