package klomp.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import klomp.bench.contention.Report;
import klomp.bench.contention.Results;
import klomp.bench.contention.SampleResults;
import klomp.bench.report.Json;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

final class ReportCommandTest {

  @TempDir private Path directory;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path file;

  @BeforeEach
  void nameFile() {
    file = directory.resolve("results.json");
  }

  private int report(String... more) {
    CommandLine command =
        new CommandLine(new BenchCommand())
            .setOut(new PrintWriter(out))
            .setErr(new PrintWriter(err));
    String[] arguments = new String[more.length + 3];
    arguments[0] = "report";
    arguments[1] = "--from";
    arguments[2] = file.toString();
    System.arraycopy(more, 0, arguments, 3, more.length);
    return command.execute(arguments);
  }

  @Test
  void whatWasMeasuredBeforeIsPrintedAndMadeAPage() throws Exception {
    Results results = SampleResults.small(3);
    Json.write(file, results);
    assertEquals(0, report("--out", directory.resolve("page").toString()), err.toString());
    assertTrue(out.toString().startsWith(new Report(results).text()), out.toString());
    String page = Files.readString(directory.resolve("page").resolve("report.html"));
    assertTrue(page.contains("Where the waiting went"));
  }

  @Test
  void rowsOfSchema1GiveATableOfTheirTargetAndDurability() throws Exception {
    Files.writeString(
        file,
        """
        {"schema": 1, "kind": "klomp-contention", "rows": [{
          "origin": {"version": "0.1", "commit": "abc", "jdk": "17", "startedAt": "then",
            "machine": {"cores": 2, "cpu": "some", "memoryBytes": 1, "os": "Linux"}},
          "settings": {"target": "server, one process, over 127.0.0.1", "durability": "sync"},
          "variant": {"strategy": "control-lock", "buffers": 32}, "clients": 8, "run": 1,
          "counts": {"seconds": 1.0, "commits": 1234, "aborts": 0, "tps": 1234.0},
          "clog": {"clog.sets": 5}}]}
        """);
    assertEquals(0, report("--out", directory.toString()), err.toString());
    assertTrue(out.toString().startsWith("Server, sync commits"), out.toString());
    assertTrue(out.toString().contains("1,234"), out.toString());
    assertTrue(Files.exists(directory.resolve("report.html")));
  }

  @Test
  void resultsWithoutRowsAreRefused() throws Exception {
    Files.writeString(file, "{\"schema\": 2, \"kind\": \"klomp-contention\", \"rows\": []}");
    assertEquals(2, report());
    assertTrue(err.toString().contains("has no rows"), err.toString());
  }
}
