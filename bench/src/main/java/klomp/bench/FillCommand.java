package klomp.bench;

import java.util.concurrent.Callable;
import klomp.bench.bulk.Fill;
import klomp.bench.report.Origin;
import klomp.bench.targets.StoreSettings;
import klomp.bench.targets.Target;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code klomp bench fill}. */
@Command(
    name = "fill",
    mixinStandardHelpOptions = true,
    description =
        "Loads more data than the cache holds, reads all of it back, kills the server and starts it"
            + " again, overwrites all of it, and says how large the files are against the data. Ends"
            + " with an error at the first wrong record.")
final class FillCommand implements Callable<Integer> {

  private static final int BATCH = 100;

  @Spec private CommandSpec spec;
  @Mixin private StoreFlags store;

  @Option(
      names = "--gigabytes",
      paramLabel = "G",
      defaultValue = "1",
      description = "Data to load, in GiB of values. Default: ${DEFAULT-VALUE}")
  private double gigabytes;

  @Option(
      names = "--value",
      paramLabel = "BYTES",
      defaultValue = "1024",
      description = "Length of a value. Default: ${DEFAULT-VALUE}")
  private int valueBytes;

  @Option(
      names = "--overwrites",
      paramLabel = "N",
      defaultValue = "3",
      description = "How often all of it is overwritten. Default: ${DEFAULT-VALUE}")
  private int overwrites;

  @Option(
      names = "--threads",
      paramLabel = "T",
      defaultValue = "4",
      description = "Threads that write and read. Default: ${DEFAULT-VALUE}")
  private int threads;

  @Option(
      names = "--target",
      paramLabel = "T",
      defaultValue = "server",
      converter = Options.TargetConverter.class,
      description = "server (one is started), embedded or HOST:PORT. Default: ${DEFAULT-VALUE}")
  private Target target;

  @Override
  public Integer call() throws InterruptedException {
    Options.atLeast(spec, "--value", valueBytes, 1);
    Options.atLeast(spec, "--overwrites", overwrites, 0);
    Options.atLeast(spec, "--threads", threads, 1);
    long records = (long) (gigabytes * (1L << 30)) / valueBytes;
    Options.atLeast(spec, "--gigabytes", records, threads);
    StoreSettings settings = store.settings(spec);
    Fill.Volume volume = new Fill.Volume(records, valueBytes, overwrites, threads, BATCH);
    new Fill(volume, settings, spec.commandLine().getOut(), spec.commandLine().getErr())
        .run(target, store.data);
    spec.commandLine().getOut().println(Origin.current());
    spec.commandLine().getOut().flush();
    return 0;
  }
}
