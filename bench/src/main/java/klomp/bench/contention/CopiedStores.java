package klomp.bench.contention;

import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;
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
      WorkDirectory.copy(history, OpenTarget.dataIn(directory));
    } catch (RuntimeException e) {
      directory.close();
      throw e;
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
}
