package klomp.server;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongPredicate;
import java.util.stream.Stream;
import klomp.Klomp;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.api.Transaction;

/** A server on a free port of 127.0.0.1 with a store of its own. */
final class TestServer implements AutoCloseable {

  static final StoreOptions STORE =
      StoreOptions.DEFAULT
          .withLockTimeout(Duration.ofSeconds(5))
          .withTuning(
              StoreOptions.Tuning.DEFAULT.withWal(1 << 20, 4 << 20).withCacheBytes(64 << 20));

  final Store store;
  private final Path directory;
  final KlompServer server;

  TestServer() {
    this(STORE, 4);
  }

  TestServer(StoreOptions options, int workers) {
    directory = newDirectory();
    store = Klomp.open(directory, options);
    ServerOptions serverOptions =
        ServerOptions.DEFAULT
            .withBind("127.0.0.1", 0)
            .withThreads(1, workers)
            .withGrace(Duration.ofSeconds(2));
    TreeMap<String, String> settings = new TreeMap<>();
    settings.put("durability", "sync");
    server = KlompServer.start(store, options.isolation(), serverOptions, settings);
  }

  private static Path newDirectory() {
    try {
      return Files.createTempDirectory("klomp-server-test");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
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

  /** A number from INFO. */
  long statistic(String name) throws IOException {
    try (RawClient client = connect()) {
      String info = (String) client.ask("INFO");
      int at = info.indexOf("\n" + name + ":") + name.length() + 2;
      return Long.parseLong(info.substring(at, info.indexOf('\r', at)));
    }
  }

  /** Asks again and again, for 10 s at most, until the number is as wanted. */
  void awaitStatistic(String name, LongPredicate wanted) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
    long value;
    while (!wanted.test(value = statistic(name))) {
      if (System.nanoTime() > deadline) {
        throw new AssertionError(name + " is still " + value);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(5));
    }
  }

  /** The number once it grows by no more than the asking itself for half a second. */
  long awaitStable(String name) throws IOException {
    long before = statistic(name);
    while (true) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(500));
      long now = statistic(name);
      if (now - before <= 1) {
        return now;
      }
      before = now;
    }
  }

  @Override
  public void close() {
    server.close();
    store.close();
    try (Stream<Path> files = Files.walk(directory)) {
      files.sorted(Comparator.reverseOrder()).forEach(file -> file.toFile().delete());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
