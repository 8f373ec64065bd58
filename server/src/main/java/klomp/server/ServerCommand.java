package klomp.server;

import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import klomp.Klomp;
import klomp.api.InvalidRequestException;
import klomp.api.KlompException;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.api.TransactionOptions;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * {@code klomp server}: opens a store and serves it until the process is told to stop. The exit
 * code is 0 after a shutdown by SIGTERM or SIGINT, 1 if the server cannot start, 2 for a wrong
 * flag.
 */
@Command(
    name = "server",
    mixinStandardHelpOptions = true,
    description = "Serves a store over RESP2, the protocol of Redis clients.")
public final class ServerCommand implements Callable<Integer> {

  private static final String SHOW = " (default: ${DEFAULT-VALUE})";
  private static final int CANNOT_START = 1;

  @Spec private CommandSpec spec;
  @Mixin private StoreFlags storeFlags;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      defaultValue = "klomp-data",
      description = "The directory of the store; made if it is not there" + SHOW)
  private Path data;

  @Option(
      names = "--bind",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "The address to listen on" + SHOW)
  private String bind;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      defaultValue = "7411",
      description = "The port to listen on; 0 takes any that is free" + SHOW)
  private int port;

  @Option(
      names = "--io-threads",
      paramLabel = "N",
      description =
          "Event loops, which also run brief commands (default: as many as cores, 2 at least)")
  private int ioThreads = ServerOptions.DEFAULT.ioThreads();

  @Option(
      names = "--workers",
      paramLabel = "N",
      description = "Threads that run commands (default: twice as many as cores, 4 at least)")
  private int workers = ServerOptions.DEFAULT.workers();

  @Override
  public Integer call() throws InterruptedException {
    StoreOptions storeOptions;
    ServerOptions serverOptions;
    try {
      storeOptions = storeFlags.toOptions();
      serverOptions = ServerOptions.DEFAULT.withBind(bind, port).withThreads(ioThreads, workers);
    } catch (InvalidRequestException e) {
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    Store store;
    try {
      store = Klomp.open(data, storeOptions);
    } catch (KlompException e) {
      return cannotStart("cannot open " + data + ": " + e.getMessage());
    }
    try {
      // a level that the store does not offer is refused now, not at the first command
      store.begin(TransactionOptions.DEFAULT.withIsolation(storeOptions.isolation())).abort();
    } catch (InvalidRequestException e) {
      store.close();
      throw new ParameterException(spec.commandLine(), e.getMessage());
    }
    KlompServer server;
    try {
      server = KlompServer.start(store, storeOptions.isolation(), serverOptions, settings());
    } catch (UncheckedIOException e) {
      store.close();
      return cannotStart(e.getCause().getMessage());
    }
    Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(server, store), "klomp-shutdown"));
    announce(server, storeOptions);
    new CountDownLatch(1).await(); // until the shutdown hook ends the process
    return CommandLine.ExitCode.OK;
  }

  private SortedMap<String, String> settings() {
    SortedMap<String, String> settings = storeFlags.describe();
    settings.put("data", data.toString());
    settings.put("bind", bind);
    settings.put("port", Integer.toString(port));
    settings.put("io-threads", Integer.toString(ioThreads));
    settings.put("workers", Integer.toString(workers));
    return settings;
  }

  private void announce(KlompServer server, StoreOptions options) {
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        "klomp server ready on %s:%d (data %s, clog %s x %d, durability %s)%n",
        bind,
        server.address().getPort(),
        data,
        options.tuning().clogStrategy(),
        options.tuning().clogBuffers(),
        OptionConverters.label(options.durability()));
    out.flush();
  }

  private int cannotStart(String why) {
    PrintWriter err = spec.commandLine().getErr();
    err.println("klomp server: " + why);
    err.flush();
    return CANNOT_START;
  }

  /**
   * Ends the process from its shutdown hook. A JVM that a signal ends would report the signal; this
   * shutdown is the intended one, so it halts with 0, or with 1 if the store could not be closed
   * well.
   */
  private static void stop(KlompServer server, Store store) {
    int code = CommandLine.ExitCode.OK;
    try {
      server.close();
      store.close();
    } catch (RuntimeException | Error e) {
      System.err.println("klomp server: the shutdown failed: " + e);
      code = CANNOT_START;
    }
    Runtime.getRuntime().halt(code);
  }
}
