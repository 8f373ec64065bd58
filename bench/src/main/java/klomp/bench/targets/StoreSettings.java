package klomp.bench.targets;

import java.util.List;
import klomp.api.ClogStrategy;
import klomp.api.Durability;
import klomp.api.StoreOptions;

/**
 * How a store that the bench opens or starts is to run.
 *
 * @param durability when a commit is acknowledged
 * @param strategy how threads share the commit log
 * @param clogBuffers pages of the commit log's pool
 * @param cacheBytes memory for pages
 * @param heap the largest heap of a server's JVM, as {@code -Xmx} takes it
 */
public record StoreSettings(
    Durability durability, ClogStrategy strategy, int clogBuffers, long cacheBytes, String heap) {

  /** The store's own defaults, and 512 MiB of heap for a server. */
  public static final StoreSettings DEFAULT =
      new StoreSettings(
          StoreOptions.DEFAULT.durability(),
          StoreOptions.DEFAULT.tuning().clogStrategy(),
          StoreOptions.DEFAULT.tuning().clogBuffers(),
          StoreOptions.DEFAULT.tuning().cacheBytes(),
          "512m");

  public StoreSettings withClog(ClogStrategy newStrategy, int newBuffers) {
    return new StoreSettings(durability, newStrategy, newBuffers, cacheBytes, heap);
  }

  public StoreSettings withDurability(Durability newDurability) {
    return new StoreSettings(newDurability, strategy, clogBuffers, cacheBytes, heap);
  }

  public StoreSettings withCacheBytes(long bytes) {
    return new StoreSettings(durability, strategy, clogBuffers, bytes, heap);
  }

  public StoreSettings withHeap(String newHeap) {
    return new StoreSettings(durability, strategy, clogBuffers, cacheBytes, newHeap);
  }

  /**
   * For an embedded store.
   *
   * @throws klomp.api.InvalidRequestException if a value is out of range
   */
  public StoreOptions options() {
    return StoreOptions.DEFAULT
        .withDurability(durability)
        .withClog(strategy, clogBuffers)
        .withCacheBytes(cacheBytes);
  }

  /** For the server's command line. */
  List<String> arguments() {
    return List.of(
        "--durability",
        durability.name().toLowerCase(java.util.Locale.ROOT),
        "--clog-strategy",
        strategy.label(),
        "--clog-buffers",
        Integer.toString(clogBuffers),
        "--cache",
        cacheBytes % (1 << 20) == 0 ? (cacheBytes >> 20) + "m" : Long.toString(cacheBytes));
  }
}
