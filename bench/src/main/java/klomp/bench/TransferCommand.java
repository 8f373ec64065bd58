package klomp.bench;

import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import klomp.bench.bank.AcknowledgeLog;
import klomp.bench.bank.Bank;
import klomp.bench.bank.Tellers;
import klomp.bench.measure.Crew;
import klomp.bench.report.Figures;
import klomp.bench.targets.OpenTarget;
import klomp.bench.targets.StoreSettings;
import klomp.bench.targets.Target;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code klomp bench transfer}. */
@Command(
    name = "transfer",
    mixinStandardHelpOptions = true,
    description =
        "Moves amounts between accounts and checks that they still add up. With an acknowledge log"
            + " of an earlier run, which may have been killed, it first checks that the store has"
            + " every transfer of the log. Exit code 1 if a check fails.")
final class TransferCommand implements Callable<Integer> {

  @Spec private CommandSpec spec;
  @Mixin private StoreFlags store;

  @Option(
      names = "--accounts",
      paramLabel = "N",
      defaultValue = "1000",
      description = "Accounts. Default: ${DEFAULT-VALUE}")
  private int accounts;

  @Option(
      names = "--threads",
      paramLabel = "T",
      defaultValue = "8",
      description = "Workers. Default: ${DEFAULT-VALUE}")
  private int threads;

  @Option(
      names = "--seconds",
      paramLabel = "S",
      defaultValue = "10",
      description = "How long. Default: ${DEFAULT-VALUE}")
  private double seconds;

  @Option(
      names = "--target",
      paramLabel = "T",
      defaultValue = "embedded",
      converter = Options.TargetConverter.class,
      description = "embedded, server (one is started) or HOST:PORT. Default: ${DEFAULT-VALUE}")
  private Target target;

  @Option(
      names = "--acknowledge-log",
      paramLabel = "FILE",
      description = "Each acknowledged transfer is appended to it before the next one begins")
  private Path acknowledgeLog;

  @Option(
      names = "--verify-only",
      description = "Checks the store against the acknowledge log and the sum, no more")
  private boolean verifyOnly;

  @Override
  public Integer call() throws InterruptedException {
    Options.atLeast(spec, "--accounts", accounts, 2);
    Options.atLeast(spec, "--threads", threads, 1);
    if (verifyOnly && acknowledgeLog == null) {
      throw new ParameterException(spec.commandLine(), "--verify-only needs --acknowledge-log");
    }
    StoreSettings settings = store.settings(spec);
    try (OpenTarget opened = OpenTarget.open(target, settings, store.data, threads + 1)) {
      Bank bank = Bank.open(opened.store(), accounts);
      int earlier = acknowledgeLog == null ? 0 : verifyLog(bank);
      if (earlier != 0 || verifyOnly) {
        return Math.max(earlier, audit(bank));
      }
      transfer(opened, bank);
      return audit(bank);
    }
  }

  private void transfer(OpenTarget opened, Bank bank) throws InterruptedException {
    try (AcknowledgeLog log =
        acknowledgeLog == null ? null : AcknowledgeLog.append(acknowledgeLog)) {
      Tellers tellers = new Tellers(threads, store.durability, log);
      tellers.resume(bank);
      long start = System.nanoTime();
      try (Crew crew = tellers.start(opened.store(), bank, start)) {
        crew.await(Duration.ofNanos((long) (seconds * 1e9)));
        crew.stop();
        crew.await();
      }
      double took = (System.nanoTime() - start) / 1e9;
      out()
          .printf(
              "%,d transfers in %.1f s, %s a second, %,d retries%n",
              tellers.committed(),
              took,
              Figures.count(tellers.committed() / took),
              tellers.retries());
    }
  }

  private int verifyLog(Bank bank) {
    SortedMap<Integer, Long> last = AcknowledgeLog.read(acknowledgeLog);
    int missing = 0;
    for (Map.Entry<Integer, Long> entry : last.entrySet()) {
      long sequence = bank.sequence(entry.getKey());
      if (sequence < entry.getValue()) {
        missing++;
        out()
            .printf(
                "VIOLATION: worker %d was told of transfer %d, the store has %d%n",
                entry.getKey(), entry.getValue(), sequence);
      }
    }
    if (missing == 0 && !last.isEmpty()) {
      out().printf("every transfer of the acknowledge log is there (%d workers)%n", last.size());
    }
    return missing == 0 ? 0 : 1;
  }

  private int audit(Bank bank) {
    String wrong = bank.audit();
    out().println(wrong == null ? "the sum is right" : "VIOLATION: " + wrong);
    out().flush();
    return wrong == null ? 0 : 1;
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
