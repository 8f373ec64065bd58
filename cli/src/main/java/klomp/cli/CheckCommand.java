package klomp.cli;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import klomp.Klomp;
import klomp.inspect.CheckReport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code klomp check DIR}: verifies a store that nobody has open. */
@Command(
    name = "check",
    description = {
      "Verify a store: recover it if it was not closed, then read every page.",
      "Checksums, order of keys and versions, reachability. Nobody may have it open."
    })
final class CheckCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "DIR", description = "The store's directory.")
  private Path directory;

  @Override
  public Integer call() {
    CheckReport report = Klomp.check(directory);
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%d pages, %d levels, %d keys, %d versions, leaves %.0f %% full, page file %.1f MiB%n",
        report.pages(),
        report.depth(),
        report.keys(),
        report.versions(),
        report.leafFill() * 100,
        report.fileBytes() / 1048576.0);
    if (report.isSound()) {
      out.println("no problem found");
      out.flush();
      return 0;
    }
    report.problems().forEach(problem -> out.println("PROBLEM " + problem));
    out.flush();
    return 1;
  }
}
