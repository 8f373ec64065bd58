package klomp.bench.targets;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.List;
import klomp.Klomp;
import klomp.api.Store;
import klomp.client.ClientOptions;
import klomp.client.KlompClient;

/**
 * A target with a store to work on. Closing it closes the store, ends the server if it was started
 * for this, and removes the data if nobody said where to keep it.
 */
public final class OpenTarget implements AutoCloseable {

  private final Store store;
  private final ServerProcess server;
  private final Path data;
  private final WorkDirectory owned;
  private boolean killed;

  private OpenTarget(Store store, ServerProcess server, Path data, WorkDirectory owned) {
    this.store = store;
    this.server = server;
    this.data = data;
    this.owned = owned;
  }

  /**
   * Opens {@code target}.
   *
   * @param settings for a store that is opened or started; a server that already runs has its own
   * @param data where the store is or will be; null for a temporary directory; not used for a
   *     server that already runs
   * @param connections how many transactions will be open at a time
   */
  public static OpenTarget open(Target target, StoreSettings settings, Path data, int connections)
      throws InterruptedException {
    if (target instanceof Target.Remote remote) {
      Store store = connect(remote.host(), remote.port(), connections);
      return new OpenTarget(store, null, null, null);
    }
    if (data == null) {
      return openOwned(target, settings, WorkDirectory.temporary(), connections);
    }
    return open(target, settings, new Place(data, null), connections);
  }

  /**
   * Opens {@code target}, which is embedded or a server to be started, on the store {@code data} in
   * a directory that is removed when the target is closed, or cannot be opened.
   */
  public static OpenTarget openOwned(
      Target target, StoreSettings settings, WorkDirectory directory, int connections)
      throws InterruptedException {
    return open(target, settings, new Place(dataIn(directory), directory), connections);
  }

  /** Where in {@code directory} the store of {@link #openOwned} is. */
  public static Path dataIn(WorkDirectory directory) {
    return directory.path().resolve("data");
  }

  private record Place(Path data, WorkDirectory owned) {}

  private static OpenTarget open(
      Target target, StoreSettings settings, Place place, int connections)
      throws InterruptedException {
    ServerProcess server = null;
    try {
      if (target instanceof Target.Embedded) {
        Store store = openEmbedded(place.data(), settings);
        return new OpenTarget(store, null, place.data(), place.owned());
      }
      server = ServerProcess.start(place.data(), settings);
      Store store = connect("127.0.0.1", server.port(), connections);
      return new OpenTarget(store, server, place.data(), place.owned());
    } catch (RuntimeException | InterruptedException e) {
      closeAll(server, place.owned());
      throw e;
    }
  }

  /** A target around a store that was opened elsewhere; closing it closes the store. */
  public static OpenTarget around(Store store) {
    return new OpenTarget(store, null, null, null);
  }

  /** Opens a store in this process. */
  public static Store openEmbedded(Path data, StoreSettings settings) {
    return Klomp.open(data, settings.options());
  }

  /** A store over the network, for that many transactions at a time. */
  public static Store connect(String host, int port, int connections) {
    ClientOptions options = ClientOptions.DEFAULT.withMaxConnections(connections);
    return KlompClient.connect(InetSocketAddress.createUnresolved(host, port), options);
  }

  public Store store() {
    return store;
  }

  /** Where the data is, or null if a server that already runs has it. */
  public Path data() {
    return data;
  }

  /** The numbers of the processes that work on it: this one, and the server's. */
  public List<Long> processes() {
    long own = ProcessHandle.current().pid();
    return server == null ? List.of(own) : List.of(own, server.pid());
  }

  /** Whether {@link #kill} has something to kill. */
  public boolean isOwnServer() {
    return server != null;
  }

  /**
   * Kills the server as a crash would, and keeps the data even if it is temporary: open it again
   * under {@link #data()}, and close this target when the data is no longer needed.
   *
   * @throws IllegalStateException if the store is not in a server of this target
   */
  public void kill() throws InterruptedException {
    if (server == null) {
      throw new IllegalStateException("there is no server to kill");
    }
    server.kill();
    killed = true;
    store.close();
  }

  @Override
  public void close() {
    try {
      if (!killed) {
        store.close();
        if (server != null) {
          server.stop();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      closeAll(server, owned);
    }
  }

  private static void closeAll(ServerProcess server, WorkDirectory owned) {
    if (server != null) {
      server.close();
    }
    if (owned != null) {
      owned.close();
    }
  }
}
