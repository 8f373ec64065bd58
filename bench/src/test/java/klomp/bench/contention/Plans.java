package klomp.bench.contention;

import java.util.List;
import klomp.api.ClogStrategy;
import klomp.api.Isolation;
import klomp.bench.targets.StoreSettings;

/** Small plans on the real store in this process. */
final class Plans {

  static final Variant SMALL = new Variant(ClogStrategy.CONTROL_LOCK, 16);
  static final Variant DIRECT = new Variant(ClogStrategy.DIRECT, 0);

  private Plans() {}

  static Plan of(
      Kind kind, List<Variant> variants, List<Integer> clients, int runs, Script script) {
    return of(kind, variants, clients, runs, script, List.of(0), new History(2000, 20));
  }

  static Plan of(
      Kind kind,
      List<Variant> variants,
      List<Integer> clients,
      int runs,
      Script script,
      List<Integer> subtransactions,
      History history) {
    return new Plan(
        new Experiment(kind, "embedded", "async", 0),
        variants,
        clients,
        subtransactions,
        runs,
        new Plan.Load(
            script, history, Isolation.READ_COMMITTED, new Plan.Timing(0.02, 0.005, 0.05)),
        StoreSettings.DEFAULT.withCacheBytes(8 << 20));
  }
}
