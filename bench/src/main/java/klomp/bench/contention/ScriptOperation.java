package klomp.bench.contention;

import java.time.Duration;
import java.util.SplittableRandom;
import klomp.api.RetryPolicy;
import klomp.api.Store;
import klomp.api.TransactionOptions;

/** One transaction of a script, run again as long as it meets others. */
final class ScriptOperation implements Operation {

  /** Far more attempts than a transaction needs that meets others only by chance. */
  private static final RetryPolicy RETRY =
      new RetryPolicy(10_000, Duration.ofNanos(200_000), Duration.ofMillis(20));

  private final Store store;
  private final Plan.Load load;
  private final TransactionOptions options;

  ScriptOperation(Store store, Plan.Load load) {
    this.store = store;
    this.load = load;
    this.options = TransactionOptions.DEFAULT.withIsolation(load.isolation());
  }

  @Override
  public int run(SplittableRandom random) {
    Script.Draw draw = Script.Draw.of(random, load.history().keys());
    int[] attempts = new int[1];
    store.transact(
        options,
        RETRY,
        transaction -> {
          attempts[0]++;
          load.script().run(transaction, draw);
          return null;
        });
    return attempts[0];
  }
}
