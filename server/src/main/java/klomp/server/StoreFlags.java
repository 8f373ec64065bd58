package klomp.server;

import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import klomp.api.ClogStrategy;
import klomp.api.Durability;
import klomp.api.Isolation;
import klomp.api.StoreOptions;
import picocli.CommandLine.Option;

/** The flags that choose how the store runs. */
final class StoreFlags {

  private static final String SHOW = " (default: ${DEFAULT-VALUE})";

  @Option(
      names = "--clog-strategy",
      paramLabel = "NAME",
      defaultValue = "direct",
      converter = OptionConverters.Strategies.class,
      description =
          "How threads share the commit log: control-lock, group-update, content-lock,"
              + " no-content-lock, banked, single-writer or direct"
              + SHOW)
  private ClogStrategy clogStrategy;

  @Option(
      names = "--clog-buffers",
      paramLabel = "PAGES",
      defaultValue = "128",
      description = "Pages of 8 KiB in the commit log's pool" + SHOW)
  private int clogBuffers;

  @Option(
      names = "--durability",
      paramLabel = "MODE",
      defaultValue = "sync",
      converter = OptionConverters.Durabilities.class,
      description = "When a commit is acknowledged: sync (it is on disk) or async (at once)" + SHOW)
  private Durability durability;

  @Option(
      names = "--isolation",
      paramLabel = "LEVEL",
      defaultValue = "snapshot",
      converter = OptionConverters.Isolations.class,
      description = "Of transactions: read-committed, snapshot or serializable" + SHOW)
  private Isolation isolation;

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      defaultValue = "256m",
      converter = OptionConverters.Sizes.class,
      description = "Memory for pages, outside the heap" + SHOW)
  private long cacheBytes;

  @Option(
      names = "--lock-timeout",
      paramLabel = "TIME",
      defaultValue = "5s",
      converter = OptionConverters.Durations.class,
      description = "How long an operation waits for a lock" + SHOW)
  private Duration lockTimeout;

  @Option(
      names = "--async-window",
      paramLabel = "TIME",
      defaultValue = "5ms",
      converter = OptionConverters.Durations.class,
      description = "How much of the newest async commits a crash can lose" + SHOW)
  private Duration asyncWindow;

  /**
   * The options chosen.
   *
   * @throws klomp.api.InvalidRequestException if one is out of its range
   */
  StoreOptions toOptions() {
    return StoreOptions.DEFAULT
        .withIsolation(isolation)
        .withDurability(durability)
        .withLockTimeout(lockTimeout)
        .withAsyncWindow(asyncWindow)
        .withClog(clogStrategy, clogBuffers)
        .withCacheBytes(cacheBytes);
  }

  /** The flags by name, as CONFIG GET shows them. */
  SortedMap<String, String> describe() {
    SortedMap<String, String> settings = new TreeMap<>();
    settings.put("clog-strategy", clogStrategy.label());
    settings.put("clog-buffers", Integer.toString(clogBuffers));
    settings.put("durability", OptionConverters.label(durability));
    settings.put("isolation", OptionConverters.label(isolation));
    settings.put("cache", Long.toString(cacheBytes));
    settings.put("lock-timeout", OptionConverters.format(lockTimeout));
    settings.put("async-window", OptionConverters.format(asyncWindow));
    return settings;
  }
}
