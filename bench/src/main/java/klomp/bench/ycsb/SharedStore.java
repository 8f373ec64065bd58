package klomp.bench.ycsb;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Properties;
import klomp.api.ClogStrategy;
import klomp.api.Durability;
import klomp.api.InvalidRequestException;
import klomp.api.Store;
import klomp.bench.targets.OpenTarget;
import klomp.bench.targets.StoreSettings;
import klomp.bench.targets.Target;

/**
 * The one store of all bindings of a YCSB run. It is kept in the run's properties, which the
 * official client hands to every binding as one and the same object; the lock of that object guards
 * all of it.
 */
final class SharedStore {

  private static final String KEPT_AS = "klomp.store";

  private final Properties properties;
  private final OpenTarget target;
  private int users;

  private SharedStore(Properties properties, OpenTarget target) {
    this.properties = properties;
    this.target = target;
  }

  /** The store of these properties, opened if this is its first user. */
  static SharedStore acquire(Properties properties) {
    synchronized (properties) {
      SharedStore shared = (SharedStore) properties.get(KEPT_AS);
      if (shared == null) {
        shared = new SharedStore(properties, open(properties));
        properties.put(KEPT_AS, shared);
      }
      shared.users++;
      return shared;
    }
  }

  Store store() {
    return target.store();
  }

  /** To be called once by each user; the last one closes the store. */
  void release() {
    synchronized (properties) {
      users--;
      if (users == 0) {
        properties.remove(KEPT_AS);
        target.close();
      }
    }
  }

  private static OpenTarget open(Properties properties) {
    Target target = Target.parse(properties.getProperty("klomp.target", "embedded"));
    String data = properties.getProperty("klomp.data");
    if (data == null && target instanceof Target.Embedded) {
      throw new InvalidRequestException(
          "an embedded store needs its directory: -p klomp.data=DIRECTORY");
    }
    int threads = Integer.parseInt(properties.getProperty("threadcount", "1"));
    try {
      return OpenTarget.open(
          target, settings(properties), data == null ? null : Path.of(data), threads);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the store was opened", e);
    }
  }

  private static StoreSettings settings(Properties properties) {
    StoreSettings settings = StoreSettings.DEFAULT;
    Durability durability = durability(properties);
    String strategy = properties.getProperty("klomp.clogstrategy", settings.strategy().label());
    String buffers =
        properties.getProperty("klomp.clogbuffers", Integer.toString(settings.clogBuffers()));
    String cache = properties.getProperty("klomp.cachebytes", Long.toString(settings.cacheBytes()));
    return settings
        .withDurability(durability == null ? settings.durability() : durability)
        .withClog(ClogStrategy.of(strategy), Integer.parseInt(buffers))
        .withCacheBytes(Long.parseLong(cache));
  }

  /** What {@code klomp.durability} says, or null. */
  static Durability durability(Properties properties) {
    String name = properties.getProperty("klomp.durability");
    if (name == null) {
      return null;
    }
    for (Durability durability : Durability.values()) {
      if (durability.name().toLowerCase(Locale.ROOT).equals(name)) {
        return durability;
      }
    }
    throw new InvalidRequestException("unknown durability '" + name + "'; it is sync or async");
  }
}
