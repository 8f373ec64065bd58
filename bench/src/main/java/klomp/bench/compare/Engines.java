package klomp.bench.compare;

import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.stream.Collectors;
import klomp.api.InvalidRequestException;

/** The engines there are: those of this module, and the peers if they are on the class path. */
public final class Engines {

  /** Those that come with the module {@code peers} only. */
  private static final List<String> PEERS =
      List.of("rocksdb", "rocksdb-optimistic", "h2-mvstore", "je", "xodus", "lmdb");

  private Engines() {}

  static List<Engine> all() {
    List<Engine> engines =
        new ArrayList<>(List.of(new KlompEngine(), new SkipListEngine(), new NoEngine()));
    ServiceLoader.load(Engine.class).forEach(engines::add);
    return engines;
  }

  /**
   * The engine of that name.
   *
   * @throws InvalidRequestException if it is not there; the message says how to get it, or which
   *     there are
   */
  public static Engine of(String name) {
    List<Engine> all = all();
    return all.stream()
        .filter(engine -> engine.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new InvalidRequestException(missing(name, all)));
  }

  private static String missing(String name, List<Engine> all) {
    if (PEERS.contains(name)) {
      return "the engine '"
          + name
          + "' does not come with Klomp: run ./klomp --peers bench compare ..., which builds the"
          + " module 'peers' (mvn -Ppeers) and fetches the other stores' libraries";
    }
    return "the engine '"
        + name
        + "' is none of "
        + all.stream().map(Engine::name).collect(Collectors.joining(", "))
        + (all.size() > 3 ? "" : "; with ./klomp --peers also " + String.join(", ", PEERS));
  }
}
