package klomp.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.Callable;
import klomp.bench.targets.WorkDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code klomp quickstart}. */
@Command(
    name = "quickstart",
    mixinStandardHelpOptions = true,
    description =
        "Shows Klomp in two to three minutes: YCSB on each of the seven strategies of the commit"
            + " log, the contention table, and a kill -9 under load after which nothing that was"
            + " acknowledged is missing. Writes a report. Exit code 1 if anything failed.")
public final class QuickstartCommand implements Callable<Integer> {

  private static final DateTimeFormatter STAMP = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

  @Spec private CommandSpec spec;

  @Option(
      names = "--out",
      paramLabel = "DIR",
      description = "Where the report goes. Default: klomp-quickstart-<time>")
  private Path out;

  @Override
  public Integer call() throws InterruptedException {
    long start = System.nanoTime();
    Path kept =
        out != null ? out : Path.of("klomp-quickstart-" + LocalDateTime.now().format(STAMP));
    PrintWriter print = spec.commandLine().getOut();
    boolean right;
    try (WorkDirectory work = WorkDirectory.at(kept.resolve("work"))) {
      Quickstart quickstart = new Quickstart(work.path(), print, spec.commandLine().getErr());
      right = quickstart.run();
      quickstart.write(kept);
    }
    print.printf("took %d seconds%n", (System.nanoTime() - start) / 1_000_000_000);
    print.println(right ? "everything held" : "SOMETHING FAILED: see above");
    print.println("report: " + kept.resolve("report.html").toAbsolutePath());
    print.flush();
    return right ? 0 : 1;
  }
}
