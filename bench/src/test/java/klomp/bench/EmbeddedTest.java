package klomp.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import klomp.bench.contention.Measurement;
import klomp.bench.contention.Results;
import klomp.bench.report.Json;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The commands as a user runs them, on the real store in this process. */
final class EmbeddedTest {

  @TempDir private Path directory;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(String line) {
    return new CommandLine(new BenchCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(line.replace("DIR", directory.toString()).split(" "));
  }

  private String said() {
    return out + "\n" + err;
  }

  @Test
  void aYcsbLoadCanBeRunOnLaterAndCountsRightBothTimes() throws Exception {
    String common = " --workload d --data DIR/store --records 200 --operations 300 --threads 2";
    assertEquals(0, run("ycsb --load-only" + common), this::said);
    assertTrue(said().contains("200 records, as there must be"), this::said);
    assertEquals(0, run("ycsb --run-only --json DIR/run.json" + common), this::said);
    assertTrue(Files.readString(directory.resolve("run.json")).contains("\"right\" : true"));
    assertEquals(0, run("ycsb --ops-per-transaction 5" + common), this::said);
    assertTrue(said().contains("removing"), this::said);
  }

  @Test
  void aPropertyThatIsNoNumberIsAUsageError() {
    assertEquals(2, run("ycsb -p operationcount=many"), this::said);
    assertTrue(said().contains("not a number"), this::said);
  }

  @Test
  void aComparisonRunsInProcessesOfItsOwnAndWritesItsPage() throws Exception {
    String line =
        "compare --engines klomp,skiplist --workloads F,E --threads 1,2 --durability sync --value 64"
            + " --records 1000 --cache 16m --seconds 0.2 --warmup 0.1 --runs 1 --dir DIR/work"
            + " --json DIR/rows.json --out DIR";
    assertEquals(0, run(line), this::said);
    assertTrue(said().contains("klomp: loaded 1,000 records of 64 bytes"), this::said);
    klomp.bench.compare.Results results =
        Json.parse(
            Files.readString(directory.resolve("rows.json")), klomp.bench.compare.Results.class);
    assertEquals(8, results.rows().size());
    assertTrue(
        results.rows().stream().mapToLong(row -> row.counts().operations()).sum() > 0, this::said);
    assertTrue(Files.readString(directory.resolve("compare.html")).contains("Klomp compared"));
    try (var left = Files.list(directory.resolve("work"))) {
      assertEquals(0, left.count());
    }
  }

  private static final String CONTENTION =
      "contention --experiments clients,worst-case --target embedded --strategies"
          + " control-lock,direct --buffers 32 --clients 4 --seconds 0.2 --warmup 0.01"
          + " --first-warmup 0.02 --runs 2 --keys 3000 --history-pages 40 --cache 8m ";

  private static final String AGAIN =
      "contention --experiments clients --target embedded --strategies direct --clients 4"
          + " --seconds 0.1 --warmup 0.01 --first-warmup 0.02 --runs 2 --keys 3000"
          + " --history-pages 0 --cache 8m --fail-on-regression --against ";

  @Test
  void contentionWritesItsRowsAndItsPageAndComparesWithOlderOnes() throws Exception {
    String first = CONTENTION + "--json DIR/rows.json --out DIR/out";
    assertEquals(0, run(first), this::said);
    Results results = Json.parse(Files.readString(directory.resolve("rows.json")), Results.class);
    assertEquals(8, results.rows().size());
    assertTrue(
        results.rows().stream().mapToLong(row -> row.counts().commits()).sum() > 0, this::said);
    assertTrue(results.rows().get(0).clog().containsKey("clog.acquisitions"));
    assertTrue(Files.size(directory.resolve("out").resolve("report.html")) > 50_000);
    assertTrue(said().contains("minutes in all"), this::said);
    assertTrue(said().contains("  change"), this::said);
    assertEquals(2, run(first + " --resume"), this::said);
    assertTrue(said().contains("nothing to resume"), this::said);

    Path slower = directory.resolve("slower.json");
    Files.writeString(slower, Json.text(fasterBy(1e-3, results)));
    assertEquals(0, run(AGAIN + slower), this::said);
    assertTrue(said().contains("1 better, 0 worse, 0 unclear"), this::said);
    Path faster = directory.resolve("faster.json");
    Files.writeString(faster, Json.text(fasterBy(1e3, results)));
    assertEquals(1, run(AGAIN + faster), this::said);
  }

  private static Results fasterBy(double factor, Results results) {
    return Results.of(
        results.rows().stream()
            .map(
                row ->
                    new Measurement(
                        row.origin(),
                        row.settings(),
                        row.experiment(),
                        row.variant(),
                        row.clients(),
                        row.run(),
                        new Measurement.Counts(
                            row.counts().seconds(),
                            row.counts().commits(),
                            row.counts().aborts(),
                            row.counts().tps() * factor,
                            row.counts().latency(),
                            row.counts().cpu()),
                        row.clog(),
                        row.waits()))
            .toList());
  }

  @Test
  void transfersAreCheckedAgainstTheLogOfAnEarlierRun() throws Exception {
    String common =
        "transfer --data DIR/bank --accounts 50 --threads 3 --acknowledge-log DIR/log --seconds";
    assertEquals(0, run(common + " 0.3"), this::said);
    assertTrue(said().contains("the sum is right"), this::said);
    assertEquals(0, run(common + " 1 --verify-only"), this::said);
    assertTrue(said().contains("every transfer of the acknowledge log is there"), this::said);
    Files.writeString(directory.resolve("log"), "1 999999999\n");
    assertEquals(1, run(common + " 1 --verify-only"), this::said);
    assertTrue(said().contains("VIOLATION"), this::said);
  }

  @Test
  void pointsAndFillRun() {
    assertEquals(
        0, run("point --mode get --records 500 --value 20 --seconds 1 --cache 4m"), this::said);
    assertTrue(said().contains("median"), this::said);
    assertEquals(
        0, run("fill --target embedded --gigabytes 0.001 --overwrites 1 --cache 1m"), this::said);
    assertTrue(said().contains("times the data"), this::said);
  }
}
