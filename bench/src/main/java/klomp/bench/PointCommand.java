package klomp.bench;

import java.io.PrintWriter;
import java.util.concurrent.Callable;
import klomp.bench.bulk.Point;
import klomp.bench.measure.Sample;
import klomp.bench.report.Figures;
import klomp.bench.report.Origin;
import klomp.bench.targets.OpenTarget;
import klomp.bench.targets.StoreSettings;
import klomp.bench.targets.Target;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code klomp bench point}. */
@Command(
    name = "point",
    mixinStandardHelpOptions = true,
    description =
        "One put or one get of a random record a transaction, on an embedded store that has all"
            + " records. Prints the operations of each second, and their median.")
final class PointCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private StoreFlags store;

  @Option(
      names = "--mode",
      paramLabel = "M",
      required = true,
      converter = Options.ModeConverter.class,
      description = "put or get")
  private Point.Mode mode;

  @Option(
      names = "--records",
      paramLabel = "N",
      defaultValue = "1000000",
      description = "Records. Default: ${DEFAULT-VALUE}")
  private long records;

  @Option(
      names = "--value",
      paramLabel = "BYTES",
      defaultValue = "100",
      description = "Length of a value. Default: ${DEFAULT-VALUE}")
  private int valueBytes;

  @Option(
      names = "--threads",
      paramLabel = "T",
      defaultValue = "2",
      description = "Threads. Default: ${DEFAULT-VALUE}")
  private int threads;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "How long. Default: ${DEFAULT-VALUE}")
  private int seconds;

  @Override
  public Integer call() throws InterruptedException {
    Options.atLeast(spec, "--records", records, 1);
    Options.atLeast(spec, "--value", valueBytes, 0);
    Options.atLeast(spec, "--threads", threads, 1);
    Options.atLeast(spec, "--seconds", seconds, 1);
    StoreSettings settings = store.settings(spec);
    PrintWriter out = spec.commandLine().getOut();
    try (OpenTarget opened =
        OpenTarget.open(new Target.Embedded(), settings, store.data, threads)) {
      Point point = new Point(opened.store(), records, valueBytes, threads);
      point.load(spec.commandLine().getErr());
      Sample rates =
          point.run(
              mode,
              seconds,
              rate -> {
                out.printf("%s: %s a second%n", mode, Figures.count(rate));
                out.flush();
              });
      out.printf(
          "%s, %s, %d threads: median %s a second (%s to %s)%n",
          mode,
          Options.label(settings.durability()),
          threads,
          Figures.count(rates.median()),
          Figures.count(rates.min()),
          Figures.count(rates.max()));
    }
    out.println(Origin.current());
    out.flush();
    return 0;
  }
}
