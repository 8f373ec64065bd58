package klomp.bench.bank;

import java.nio.file.Path;
import java.time.Duration;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import klomp.api.Durability;
import klomp.api.Store;
import klomp.bench.measure.Crew;
import klomp.bench.targets.OpenTarget;
import klomp.bench.targets.ServerProcess;
import klomp.bench.targets.StoreSettings;

/**
 * Kills a server under load, starts it again on the same data, and looks whether it has everything
 * that it acknowledged; over and over.
 */
public final class CrashTest {

  private final Path data;
  private final StoreSettings settings;
  private final Load load;
  private final SplittableRandom random;

  /**
   * The load before each kill.
   *
   * @param workers how many connections transfer
   * @param accounts between how many accounts
   * @param secondsARound the longest time before the kill; the shortest is a tenth of it
   */
  public record Load(int workers, int accounts, double secondsARound) {}

  /**
   * A crash test.
   *
   * @param data where the store is or will be
   * @param seed decides the moments of the kills and the transfers
   */
  public CrashTest(Path data, StoreSettings settings, Load load, long seed) {
    this.data = data;
    this.settings = settings;
    this.load = load;
    this.random = new SplittableRandom(seed);
  }

  /**
   * What a round showed.
   *
   * @param number from 1
   * @param loadSeconds how long the load ran before the kill
   * @param acknowledged transfers of this round
   * @param restartSeconds from the start of the new process until it answered
   * @param losses acknowledged transfers that are not there after the restart
   * @param violation what must not be, or null: with {@link Durability#ASYNC} losses may be
   */
  public record Round(
      int number,
      double loadSeconds,
      long acknowledged,
      double restartSeconds,
      long losses,
      String violation) {

    @Override
    public String toString() {
      String verdict =
          violation != null
              ? "VIOLATION: " + violation
              : losses == 0
                  ? "every acknowledged transfer is there, the sum is right"
                  : losses + " of the newest transfers lost (async), the sum is right";
      return String.format(
          java.util.Locale.ROOT,
          "round %d: killed after %.2f s with %,d transfers acknowledged; back in %.2f s: %s",
          number,
          loadSeconds,
          acknowledged,
          restartSeconds,
          verdict);
    }
  }

  /**
   * Runs {@code rounds} rounds.
   *
   * @param each is told of each round
   * @return how many rounds showed a violation
   */
  public int run(int rounds, Consumer<Round> each) throws InterruptedException {
    Tellers tellers = new Tellers(load.workers(), null, null);
    int violations = 0;
    ServerProcess server = ServerProcess.start(data, settings);
    try {
      for (int number = 1; number <= rounds; number++) {
        double loadSeconds = load.secondsARound() * (0.1 + 0.9 * random.nextDouble());
        long before = tellers.committed();
        loadAndKill(server, tellers, loadSeconds);
        long acknowledged = tellers.committed() - before;
        long start = System.nanoTime();
        server = ServerProcess.start(data, settings);
        double restartSeconds = (System.nanoTime() - start) / 1e9;
        Round round =
            verified(
                new Round(number, loadSeconds, acknowledged, restartSeconds, 0, null),
                server,
                tellers);
        violations += round.violation() == null ? 0 : 1;
        each.accept(round);
      }
      server.stop();
    } finally {
      server.close();
    }
    return violations;
  }

  private Store connect(ServerProcess server) {
    return OpenTarget.connect("127.0.0.1", server.port(), load.workers() + 1);
  }

  private void loadAndKill(ServerProcess server, Tellers tellers, double seconds)
      throws InterruptedException {
    try (Store store = connect(server)) {
      Bank bank = Bank.open(store, load.accounts());
      tellers.resume(bank);
      try (Crew crew = tellers.start(store, bank, random.nextLong())) {
        crew.await(Duration.ofNanos((long) (seconds * 1e9)));
        tellers.expectCrash();
        server.kill();
        crew.stop();
        crew.await();
      }
    }
  }

  private Round verified(Round round, ServerProcess server, Tellers tellers) {
    try (Store store = connect(server)) {
      Bank bank = Bank.open(store, load.accounts());
      Tellers.Comparison comparison = tellers.compare(bank);
      String violation = bank.audit();
      if (comparison.inventions() > 0) {
        violation = comparison.inventions() + " transfers are there that nobody asked for";
      }
      if (comparison.losses() > 0 && settings.durability() == Durability.SYNC) {
        violation = comparison.losses() + " acknowledged transfers are not there";
      }
      return new Round(
          round.number(),
          round.loadSeconds(),
          round.acknowledged(),
          round.restartSeconds(),
          comparison.losses(),
          violation);
    }
  }
}
