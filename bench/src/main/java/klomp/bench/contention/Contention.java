package klomp.bench.contention;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import klomp.api.Store;
import klomp.bench.report.Origin;
import klomp.bench.targets.OpenTarget;
import klomp.bench.targets.StoreSettings;
import klomp.bench.targets.Target;
import klomp.bench.targets.WorkDirectory;

/**
 * Measures a {@link Plan}. All variants are measured once before any is measured again, and each
 * round begins with another one, so that a machine that slows down or speeds up meanwhile does so
 * to all alike. Each variant gets a fresh store each time.
 */
public final class Contention {

  private final Plan plan;
  private final Origin origin;
  private final Source source;

  /** Gives fresh stores with the plan's keys loaded. */
  @FunctionalInterface
  interface Source {
    OpenTarget open(Variant variant) throws InterruptedException;
  }

  Contention(Plan plan, Origin origin, Source source) {
    this.plan = plan;
    this.origin = origin;
    this.source = source;
  }

  /** A bench whose stores are below {@code work}, each for as long as it is measured. */
  public static Contention in(Path work, Plan plan, Origin origin) {
    return new Contention(plan, origin, variant -> freshStore(work, plan, variant));
  }

  /**
   * Measures everything.
   *
   * @param each is told of each measurement as soon as it is there
   */
  public Results run(Consumer<Measurement> each) throws InterruptedException {
    Map<String, String> settings = settings();
    List<Measurement> rows = new ArrayList<>();
    for (int run = 1; run <= plan.runs(); run++) {
      List<Variant> order = new ArrayList<>(plan.variants());
      Collections.rotate(order, 1 - run);
      for (Variant variant : order) {
        try (OpenTarget target = source.open(variant)) {
          measure(target.store(), variant, run, settings)
              .forEach(
                  row -> {
                    rows.add(row);
                    each.accept(row);
                  });
        }
      }
    }
    return Results.of(rows);
  }

  private List<Measurement> measure(
      Store store, Variant variant, int run, Map<String, String> settings)
      throws InterruptedException {
    List<Measurement> rows = new ArrayList<>();
    Clients driver = new Clients(store, plan.load());
    long commits = driver.warmUp(Collections.max(plan.clients()), run);
    for (int clients : plan.clients()) {
      Clients.Outcome cell = driver.measure(clients, 31L * run + clients);
      commits += cell.allCommits();
      rows.add(
          new Measurement(
              origin,
              settings,
              plan.experiment(),
              variant,
              clients,
              run,
              cell.counts(),
              cell.clog(),
              cell.waits()));
    }
    int increments = plan.load().script().increments();
    if (increments > 0) {
      Keys.checkSum(store, commits * increments);
    }
    return rows;
  }

  /** Loads the keys in this process, which is fast, and only then opens what is measured. */
  private static OpenTarget freshStore(Path work, Plan plan, Variant variant)
      throws InterruptedException {
    StoreSettings settings = plan.settings(variant);
    WorkDirectory directory = WorkDirectory.at(work.resolve(variant.label().replace('/', '-')));
    try (Store loading = OpenTarget.openEmbedded(OpenTarget.dataIn(directory), settings)) {
      Keys.load(loading, plan.load().keys());
    } catch (RuntimeException e) {
      directory.close();
      throw e;
    }
    Target target = plan.embedded() ? new Target.Embedded() : new Target.OwnServer();
    int connections = Collections.max(plan.clients()) + 1;
    return OpenTarget.openOwned(target, settings, directory, connections);
  }

  private Map<String, String> settings() {
    Plan.Load load = plan.load();
    Map<String, String> settings = new TreeMap<>();
    settings.put("script", load.script().label());
    settings.put("target", plan.embedded() ? "embedded" : "server, one process, over 127.0.0.1");
    settings.put("keys", Integer.toString(load.keys()));
    settings.put("value bytes", Integer.toString(Script.VALUE_BYTES));
    settings.put("isolation", lower(load.isolation()));
    settings.put("durability", lower(plan.settings().durability()));
    settings.put("cache bytes", Long.toString(plan.settings().cacheBytes()));
    settings.put("server heap", plan.settings().heap());
    settings.put("warm-up seconds", Double.toString(load.warmupSeconds()));
    settings.put("seconds a run", Double.toString(load.seconds()));
    settings.put("runs a cell", Integer.toString(plan.runs()));
    return settings;
  }

  private static String lower(Enum<?> value) {
    return value.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
