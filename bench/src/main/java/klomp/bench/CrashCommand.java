package klomp.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import klomp.bench.bank.CrashTest;
import klomp.bench.targets.StoreSettings;
import klomp.bench.targets.WorkDirectory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code klomp bench crash}. */
@Command(
    name = "crash",
    mixinStandardHelpOptions = true,
    description =
        "Kills a server (kill -9) under a load of transfers, starts it again on the same data and"
            + " checks that every acknowledged transfer is there and the accounts add up. Exit code"
            + " 1 on a violation.")
final class CrashCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private StoreFlags store;

  @Option(
      names = "--rounds",
      paramLabel = "N",
      defaultValue = "50",
      description = "How often. Default: ${DEFAULT-VALUE}")
  private int rounds;

  @Option(
      names = "--seconds-per-round",
      paramLabel = "S",
      defaultValue = "2",
      description =
          "The longest time under load; a random moment before is chosen. Default: ${DEFAULT-VALUE}")
  private double secondsARound;

  @Option(
      names = "--threads",
      paramLabel = "T",
      defaultValue = "8",
      description = "Connections that transfer. Default: ${DEFAULT-VALUE}")
  private int threads;

  @Option(
      names = "--accounts",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Accounts. Default: ${DEFAULT-VALUE}")
  private int accounts;

  @Option(
      names = "--seed",
      paramLabel = "N",
      description = "Decides the moments and the transfers. Default: by the clock; it is printed")
  private Long seed;

  @Override
  public Integer call() throws InterruptedException {
    Options.atLeast(spec, "--rounds", rounds, 1);
    Options.atLeast(spec, "--threads", threads, 1);
    Options.atLeast(spec, "--accounts", accounts, 2);
    StoreSettings settings = store.settings(spec);
    long used = seed == null ? System.nanoTime() : seed;
    out().printf("seed %d, %s%n", used, Options.label(settings.durability()));
    out().flush();
    if (store.data != null) {
      return run(store.data, settings, used);
    }
    try (WorkDirectory work = WorkDirectory.temporary()) {
      return run(work.path().resolve("data"), settings, used);
    }
  }

  private int run(Path data, StoreSettings settings, long used) throws InterruptedException {
    CrashTest.Load load = new CrashTest.Load(threads, accounts, secondsARound);
    int violations =
        new CrashTest(data, settings, load, used)
            .run(
                rounds,
                round -> {
                  out().println(round);
                  out().flush();
                });
    out().printf("%d rounds, %d violations%n", rounds, violations);
    out().flush();
    return violations == 0 ? 0 : 1;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
