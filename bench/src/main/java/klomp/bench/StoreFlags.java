package klomp.bench;

import java.nio.file.Path;
import klomp.api.ClogStrategy;
import klomp.api.Durability;
import klomp.bench.targets.StoreSettings;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;

/** The options of a store that a command opens or starts. */
final class StoreFlags {

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description =
          "Directory of the store; stays. Without it a temporary one is used and removed.")
  Path data;

  @Option(
      names = "--durability",
      paramLabel = "D",
      converter = Options.DurabilityConverter.class,
      description = "When a commit is acknowledged: sync or async. Default: sync")
  Durability durability;

  @Option(
      names = "--clog-strategy",
      paramLabel = "S",
      converter = Options.StrategyConverter.class,
      description =
          "How threads share the commit log: control-lock, group-update, content-lock,"
              + " no-content-lock, banked, single-writer or direct. Default: the store's")
  ClogStrategy strategy;

  @Option(
      names = "--clog-buffers",
      paramLabel = "N",
      description = "Pages of the commit log's pool, a multiple of 16. Default: the store's")
  Integer clogBuffers;

  @Option(
      names = "--cache",
      paramLabel = "SIZE",
      converter = Options.SizeConverter.class,
      description = "Memory for pages, such as 256m. Default: the store's")
  Long cacheBytes;

  @Option(
      names = "--heap",
      paramLabel = "SIZE",
      description = "Largest heap of a server that is started, as -Xmx takes it. Default: 512m")
  String heap;

  /** These over the store's own defaults; refused as a usage error if they are out of range. */
  StoreSettings settings(CommandSpec spec) {
    StoreSettings settings = StoreSettings.DEFAULT;
    StoreSettings set =
        new StoreSettings(
            durability == null ? settings.durability() : durability,
            strategy == null ? settings.strategy() : strategy,
            clogBuffers == null ? settings.clogBuffers() : clogBuffers,
            cacheBytes == null ? settings.cacheBytes() : cacheBytes,
            heap == null ? settings.heap() : heap);
    Options.checked(spec, set::options);
    return set;
  }
}
