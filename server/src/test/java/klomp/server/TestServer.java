package klomp.server;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.TreeMap;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.api.Transaction;

/** A server on a free port of 127.0.0.1 with a store of its own. */
final class TestServer implements AutoCloseable {

  static final StoreOptions STORE = StoreOptions.DEFAULT.withLockTimeout(Duration.ofSeconds(5));

  final Store store;
  final KlompServer server;

  TestServer() {
    this(STORE, 4);
  }

  TestServer(StoreOptions options, int workers) {
    store = openStore(options);
    ServerOptions serverOptions =
        ServerOptions.DEFAULT
            .withBind("127.0.0.1", 0)
            .withThreads(1, workers)
            .withGrace(Duration.ofSeconds(2));
    TreeMap<String, String> settings = new TreeMap<>();
    settings.put("durability", "sync");
    server = KlompServer.start(store, options.isolation(), serverOptions, settings);
  }

  /** The one place that says which store the tests run on. */
  private static Store openStore(StoreOptions options) {
    return new MemoryStore(options);
  }

  InetSocketAddress address() {
    return server.address();
  }

  int port() {
    return address().getPort();
  }

  RawClient connect() throws IOException {
    return new RawClient(address());
  }

  /** The value of a key, read from the store and not through the server. */
  String stored(String key) {
    try (Transaction transaction = store.begin()) {
      byte[] value = transaction.get(key.getBytes(StandardCharsets.ISO_8859_1));
      return value == null ? null : new String(value, StandardCharsets.ISO_8859_1);
    }
  }

  @Override
  public void close() {
    server.close();
    store.close();
  }
}
