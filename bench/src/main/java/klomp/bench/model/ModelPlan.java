package klomp.bench.model;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import klomp.api.InvalidRequestException;
import klomp.bench.contention.Variant;

/**
 * What is modelled.
 *
 * @param variants strategies with sizes of the pool
 * @param cores numbers of cores
 * @param clients numbers of clients
 * @param lookups of each transaction
 * @param historyPages that look-ups go back to
 * @param zipf how much newer pages are preferred: the exponent of a Zipf distribution, or 0 for
 *     none
 * @param seed of the random numbers
 */
public record ModelPlan(
    List<Variant> variants,
    List<Integer> cores,
    List<Integer> clients,
    int lookups,
    int historyPages,
    double zipf,
    long seed) {

  static final int MOST = 1024;

  /** Enough for a figure to be stable within some percent. */
  private static final long EVENTS = 500_000;

  public ModelPlan {
    variants = List.copyOf(variants);
    cores = List.copyOf(cores);
    clients = List.copyOf(clients);
    check("cores", cores);
    check("clients", clients);
    if (lookups < 0 || lookups > MOST || historyPages < 1 || historyPages > 1 << 20 || zipf < 0) {
      throw new InvalidRequestException(
          "look-ups are 0 to 1024, pages of history 1 to 1048576, and the exponent is 0 or more");
    }
  }

  private static void check(String what, List<Integer> counts) {
    for (int count : counts) {
      if (count < 1 || count > MOST) {
        throw new InvalidRequestException(what + " are between 1 and 1024, not " + count);
      }
    }
  }

  Budget budget() {
    return new Budget(seed, EVENTS);
  }

  Workload workload(double rest) {
    Workload.Draw draw = zipf == 0 ? new Workload.Draw.Uniform() : new Workload.Draw.Zipf(zipf);
    return new Workload(lookups, historyPages, draw, rest);
  }

  /** What was set, by name, for the results. */
  Map<String, String> settings() {
    Map<String, String> settings = new LinkedHashMap<>();
    settings.put("modelled", "yes: not measured");
    settings.put("look-ups a transaction", Integer.toString(lookups));
    settings.put("xids a transaction", Integer.toString(Workload.TREE));
    settings.put("pages of history", Integer.toString(historyPages));
    settings.put("pages are drawn", zipf == 0 ? "each as likely" : "Zipf, exponent " + zipf);
    settings.put("seed", Long.toString(seed));
    return settings;
  }
}
