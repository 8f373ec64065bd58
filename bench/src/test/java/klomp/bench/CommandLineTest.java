package klomp.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

final class CommandLineTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object command, String... arguments) {
    return new CommandLine(command)
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "ycsb",
        "contention",
        "compare",
        "report",
        "micro",
        "model",
        "point",
        "transfer",
        "crash",
        "fill"
      })
  void everyBenchHelps(String name) {
    assertEquals(0, run(new BenchCommand(), name, "--help"));
    assertTrue(out.toString().contains("Usage: bench " + name), out.toString());
  }

  @Test
  void quickstartHelps() {
    assertEquals(0, run(new QuickstartCommand(), "--help"));
    assertTrue(out.toString().contains("kill -9"), out.toString());
  }

  @Test
  void benchAloneNamesTheBenches() {
    assertEquals(2, run(new BenchCommand()));
    assertTrue(
        err.toString()
            .contains(
                "ycsb, contention, compare, report, micro, allocation, model, point, transfer, crash, fill"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "ycsb --workload g | a, b, c, d, e, f",
        "ycsb --target nowhere | embedded, server or HOST:PORT",
        "ycsb --durability often | sync, async",
        "ycsb --clog-strategy fast | control-lock, group-update",
        "ycsb --clog-buffers 17 | multiple of 16",
        "ycsb --cache much | 256m",
        "ycsb --threads 0 | 1 or more",
        "ycsb --run-only | --data",
        "ycsb --load-only --run-only --data x | mutually exclusive",
        "contention --strategies slow | control-lock, group-update",
        "contention --strategies slow | or all",
        "contention --script x | savepoint-update, savepoint-lock, commit-only",
        "contention --isolation x | read-committed, snapshot, serializable",
        "contention --buffers 33 | multiple of 16",
        "contention --clients 0 | between 1 and 4096",
        "contention --target h:1 | server or embedded",
        "contention --targets embedded,h:1 | server or embedded",
        "contention --experiments x | clients, buffers, worst-case, overflow",
        "contention --durability async,often | sync, async",
        "contention --experiments worst-case --history-pages 100 | more pages than the largest pool",
        "contention --keys 0 | at least 1 key",
        "contention --resume | --json",
        "contention --fail-on-regression | --against",
        "contention --against nowhere.json | cannot be read",
        "contention --runs 0 | one run",
        "contention --seconds 0 | above 0",
        "compare --engines rocksdb | ./klomp --peers bench compare",
        "compare --engines oracle | none of klomp, skiplist, none",
        "compare --engines klomp --workloads X | none of A, B, C, E, F, S, W",
        "compare --engines klomp --threads 0 | between 1 and 1024",
        "compare --engines klomp --durability often | sync, async",
        "compare --engines klomp --value 4 | 8 bytes",
        "compare --engines klomp --records 10 | between 1,000",
        "compare --engines klomp --cache much | 256m",
        "compare --engines klomp --async-window 0 | between 1 ms and 10 s",
        "compare --engines klomp --seconds 0 | above 0",
        "compare --engines klomp --runs 0 | one run",
        "report --out x | --from",
        "report --from no-such-file.json | cannot be read as results",
        "micro --benchmarks x | set, lookup-hit, lookup-miss, mixed, worst-case",
        "micro --strategies x | or all",
        "micro --buffers 17 | multiple of 16",
        "micro --buffers 8192 | at most 4096",
        "micro --threads 0 | between 1 and 256",
        "micro --seconds 0 | 0.001 seconds or more",
        "micro --forks 0 | one fork",
        "micro --profile cpu | gc",
        "model --strategies x | or all",
        "model --buffers 17 | multiple of 16",
        "model --cores 0 | between 1 and 1024",
        "model --clients 2000 | between 1 and 1024",
        "model --history 0 | pages of history",
        "point --mode x | put, get",
        "point | --mode",
        "transfer --accounts 1 | 2 or more",
        "transfer --verify-only | --acknowledge-log",
        "crash --rounds 0 | 1 or more",
        "fill --threads 0 | 1 or more"
      })
  void aWrongValueIsAUsageErrorThatNamesTheRightOnes(String line, String named) {
    assertEquals(2, run(new BenchCommand(), line.split(" ")), err.toString());
    assertTrue(err.toString().contains(named), err.toString());
  }
}
