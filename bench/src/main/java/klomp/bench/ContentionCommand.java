package klomp.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import klomp.bench.contention.Against;
import klomp.bench.contention.Contention;
import klomp.bench.contention.Journal;
import klomp.bench.contention.LostUpdateException;
import klomp.bench.contention.Measurement;
import klomp.bench.contention.Report;
import klomp.bench.contention.Results;
import klomp.bench.contention.Schedule;
import klomp.bench.measure.Progress;
import klomp.bench.report.Figures;
import klomp.bench.report.Origin;
import klomp.bench.targets.WorkDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code klomp bench contention}. */
@Command(
    name = "contention",
    mixinStandardHelpOptions = true,
    description =
        "Measures what each strategy of the commit log costs: as clients are added, over sizes of"
            + " its pool, with every look-up a miss, and beside a transaction of many"
            + " subtransactions. Each strategy, pool size and run gets a fresh store.")
final class ContentionCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;

  @Mixin private ContentionOptions options;

  @Option(
      names = "--json",
      paramLabel = "FILE",
      description = "Writes all rows as JSON; until the end each row goes to FILE.rows at once")
  private Path json;

  @Option(
      names = "--resume",
      description = "Goes on where an earlier run with the same settings and --json FILE ended")
  private boolean resume;

  @Option(
      names = "--against",
      paramLabel = "FILE",
      description = "Compares with the rows of an older --json file")
  private Path against;

  @Option(
      names = "--fail-on-regression",
      description = "Exit code 1 if a cell is worse than in --against, beyond its runs' scatter")
  private boolean failOnRegression;

  @Option(names = "--out", paramLabel = "DIR", description = "Writes report.html there")
  private Path out;

  @Override
  public Integer call() throws InterruptedException {
    Schedule schedule = Options.checked(spec, options::schedule);
    requireTogether("--resume", resume, "--json", json);
    requireTogether("--fail-on-regression", failOnRegression, "--against", against);
    Results old = against == null ? null : Options.checked(spec, () -> Against.read(against));
    Origin origin = Origin.current();
    PrintWriter print = spec.commandLine().getOut();
    print.println(schedule.text());
    print.flush();
    Results results;
    try (Journal journal = Options.checked(spec, () -> journal(schedule, origin))) {
      results = measure(schedule, origin, journal);
      if (journal != null) {
        journal.finish(results);
      }
    }
    Report report = new Report(results);
    print.println();
    print.print(report.text());
    if (out != null) {
      Path page = out.resolve("report.html");
      report.page("Klomp contention report", List.of(), List.of()).write(page);
      print.println("report: " + page.toAbsolutePath());
    }
    boolean regressed = old != null && regressed(print, new Against(old, results));
    print.flush();
    return regressed && failOnRegression ? 1 : 0;
  }

  private void requireTogether(String option, boolean given, String other, Path needed) {
    if (given && needed == null) {
      throw new ParameterException(spec.commandLine(), option + " needs " + other);
    }
  }

  /** Null if no file is asked for. */
  private Journal journal(Schedule schedule, Origin origin) {
    if (json == null) {
      return null;
    }
    return resume
        ? Journal.resume(json, schedule.settings(origin))
        : Journal.begin(json, schedule.settings(origin));
  }

  private Results measure(Schedule schedule, Origin origin, Journal journal)
      throws InterruptedException {
    PrintWriter print = spec.commandLine().getOut();
    List<Measurement> done = journal == null ? List.of() : journal.done();
    if (!done.isEmpty()) {
      print.printf("%d rows were measured before%n", done.size());
    }
    double seconds = schedule.seconds() - done.stream().mapToDouble(schedule::secondsOf).sum();
    try (WorkDirectory work = WorkDirectory.temporary();
        Progress progress =
            Progress.show(
                "contention, estimated seconds",
                Math.round(seconds),
                spec.commandLine().getErr())) {
      double[] passed = new double[1];
      return Contention.in(work.path(), origin, print::println)
          .run(
              schedule.plans(),
              done,
              row -> {
                if (journal != null) {
                  journal.add(row);
                }
                double before = passed[0];
                passed[0] += schedule.secondsOf(row);
                progress.step(Math.round(passed[0]) - Math.round(before));
                say(row);
              });
    } catch (LostUpdateException | IllegalStateException e) {
      // The store said what is not so: what was measured on it is worth nothing.
      if (journal != null) {
        journal.failed(e.getMessage());
      }
      throw e;
    }
  }

  private void say(Measurement row) {
    PrintWriter print = spec.commandLine().getOut();
    print.printf(
        "run %d, %s: %s a second%s%n",
        row.run(),
        row.cell(),
        Figures.count(row.counts().tps()),
        row.isDisturbed() ? " (disturbed: " + row.counts().cpu() + ")" : "");
    print.flush();
  }

  private boolean regressed(PrintWriter print, Against comparison) {
    print.println("\nagainst " + against + ":\n");
    print.print(comparison.text());
    return comparison.regressed();
  }
}
