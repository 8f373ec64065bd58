package klomp.bench.contention;

import java.util.List;
import java.util.Locale;
import klomp.api.ClogStrategy;
import klomp.api.InvalidRequestException;
import klomp.api.Isolation;
import klomp.bench.targets.StoreSettings;

/**
 * What a contention bench measures.
 *
 * @param variants the columns
 * @param clients the rows: how many clients
 * @param runs how often each cell is measured, 1 or more
 * @param load what each client does
 * @param settings of the stores; each variant puts its own commit log in
 * @param embedded whether the stores are in this process instead of a server's
 */
public record Plan(
    List<Variant> variants,
    List<Integer> clients,
    int runs,
    Load load,
    StoreSettings settings,
    boolean embedded) {

  /**
   * What each client does.
   *
   * @param script the transactions
   * @param keys how many keys there are; a thousandth of them are hot
   * @param isolation of the transactions
   * @param warmupSeconds how long before the measurement
   * @param seconds how long the measurement
   */
  public record Load(
      Script script, int keys, Isolation isolation, double warmupSeconds, double seconds) {
    public Load {
      if (keys < 1 || seconds <= 0 || warmupSeconds < 0) {
        throw new InvalidRequestException(
            "there is at least 1 key, the seconds are above 0 and the warm-up is not below");
      }
    }
  }

  public Plan {
    variants = List.copyOf(variants);
    clients = List.copyOf(clients);
    if (variants.isEmpty() || clients.isEmpty() || runs < 1) {
      throw new InvalidRequestException(
          "there is at least one strategy, one number of clients and one run");
    }
    clients.stream()
        .filter(count -> count < 1 || count > 4096)
        .forEach(
            count -> {
              throw new InvalidRequestException("clients are between 1 and 4096, not " + count);
            });
  }

  /** Every strategy with every pool size, but {@code direct}, which has no pool, only once. */
  public static List<Variant> variants(List<ClogStrategy> strategies, List<Integer> buffers) {
    return Variant.all(strategies, buffers);
  }

  /** How many measurements that makes. */
  public long cells() {
    return (long) variants.size() * clients.size() * runs;
  }

  /** What the cells belong to. */
  Experiment experiment() {
    return new Experiment(
        Kind.CLIENTS,
        embedded ? "embedded" : "server",
        settings.durability().name().toLowerCase(Locale.ROOT),
        0);
  }

  /** How the store of {@code variant} is to run. */
  StoreSettings settings(Variant variant) {
    int buffers = variant.buffers() == 0 ? settings.clogBuffers() : variant.buffers();
    return settings.withClog(variant.strategy(), buffers);
  }
}
