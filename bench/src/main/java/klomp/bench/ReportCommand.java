package klomp.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import klomp.api.InvalidRequestException;
import klomp.bench.contention.Against;
import klomp.bench.contention.Report;
import klomp.bench.contention.Results;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code klomp bench report}. */
@Command(
    name = "report",
    mixinStandardHelpOptions = true,
    description =
        "Prints the tables of a contention bench that was measured before, and writes its page.")
final class ReportCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Option(
      names = "--from",
      paramLabel = "FILE",
      required = true,
      description = "What bench contention --json wrote, or was saved from a page; schema 1 or 2")
  private Path from;

  @Option(names = "--out", paramLabel = "DIR", description = "Writes report.html there")
  private Path out;

  @Override
  public Integer call() {
    Report report = Options.checked(spec, () -> report(Against.read(from)));
    PrintWriter print = spec.commandLine().getOut();
    print.print(report.text());
    if (out != null) {
      Path page = out.resolve("report.html");
      report.page("Klomp contention report", List.of(), List.of()).write(page);
      print.println("report: " + page.toAbsolutePath());
    }
    print.flush();
    return 0;
  }

  private Report report(Results results) {
    if (results.rows().isEmpty()) {
      throw new InvalidRequestException(from + " has no rows");
    }
    return new Report(results);
  }
}
