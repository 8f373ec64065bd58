package klomp.bench.contention;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import klomp.api.Store;
import klomp.bench.report.Figures;
import klomp.bench.targets.OpenTarget;
import klomp.bench.targets.Target;
import klomp.bench.targets.WorkDirectory;

/**
 * Loads each history once, in this process, closes it in order, and then copies its files for each
 * store that is asked for. So all start from the same bytes, and no time goes into loading again.
 */
final class CopiedStores implements Contention.Stores {

  private final Path work;
  private final Consumer<String> loaded;
  private final Map<History, Path> histories = new HashMap<>();

  CopiedStores(Path work, Consumer<String> loaded) {
    this.work = work;
    this.loaded = loaded;
  }

  @Override
  public OpenTarget open(Plan plan, Variant variant) throws InterruptedException {
    Path history = history(plan);
    WorkDirectory directory = WorkDirectory.at(work.resolve(variant.label().replace('/', '-')));
    try {
      copy(history, OpenTarget.dataIn(directory));
    } catch (IOException e) {
      directory.close();
      throw new UncheckedIOException(e);
    }
    Target target = plan.embedded() ? new Target.Embedded() : new Target.OwnServer();
    int connections = Collections.max(plan.clients()) + 1 + HeldTransaction.TRANSACTIONS;
    return OpenTarget.openOwned(target, plan.settings(variant), directory, connections);
  }

  private Path history(Plan plan) {
    History history = plan.load().history();
    Path known = histories.get(history);
    if (known != null) {
      return known;
    }
    Path path = work.resolve("history-" + histories.size());
    long start = System.nanoTime();
    try (Store store = OpenTarget.openEmbedded(path, History.settings(plan.settings()))) {
      history.load(store);
    }
    histories.put(history, path);
    double bytes = WorkDirectory.sizes(path).values().stream().mapToLong(Long::longValue).sum();
    loaded.accept(
        String.format(
            Locale.ROOT,
            "loaded %,d keys over %,d pages of the commit log in %.1f s (%s)",
            history.keys(),
            history.pages(),
            (System.nanoTime() - start) / 1e9,
            Figures.bytes(bytes)));
    return path;
  }

  /** And syncs, as otherwise the first checkpoint of the store would pay for it. */
  private static void copy(Path from, Path to) throws IOException {
    List<Path> files;
    try (Stream<Path> walk = Files.walk(from)) {
      files = walk.toList();
    }
    for (Path file : files) {
      Path copy = to.resolve(from.relativize(file).toString());
      if (Files.isDirectory(file)) {
        Files.createDirectories(copy);
      } else {
        Files.copy(file, copy);
        try (FileChannel channel = FileChannel.open(copy, StandardOpenOption.WRITE)) {
          channel.force(true);
        }
      }
    }
  }
}
