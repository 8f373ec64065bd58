package klomp.server;

import java.time.Duration;
import klomp.api.InvalidRequestException;

/**
 * How a server is to run.
 *
 * @param bind the address to listen on
 * @param port the port to listen on; 0 takes any that is free
 * @param ioThreads event loops, which also run brief commands, 1 or more
 * @param workers threads that run the other commands, 1 or more
 * @param grace how long a shutdown waits for commands in flight
 */
public record ServerOptions(String bind, int port, int ioThreads, int workers, Duration grace) {

  public static final int DEFAULT_PORT = 7411;

  public static final ServerOptions DEFAULT =
      new ServerOptions(
          "127.0.0.1",
          DEFAULT_PORT,
          Math.max(2, Runtime.getRuntime().availableProcessors()),
          Math.max(4, 2 * Runtime.getRuntime().availableProcessors()),
          Duration.ofSeconds(5));

  public ServerOptions {
    if (port < 0 || port > 65_535) {
      throw new InvalidRequestException("the port is between 0 and 65535, not " + port);
    }
    if (ioThreads < 1 || workers < 1) {
      throw new InvalidRequestException("a server has 1 or more I/O threads and workers");
    }
    if (grace.isNegative()) {
      throw new InvalidRequestException("the grace of a shutdown is not negative");
    }
  }

  public ServerOptions withBind(String newBind, int newPort) {
    return new ServerOptions(newBind, newPort, ioThreads, workers, grace);
  }

  public ServerOptions withThreads(int newIoThreads, int newWorkers) {
    return new ServerOptions(bind, port, newIoThreads, newWorkers, grace);
  }

  public ServerOptions withGrace(Duration newGrace) {
    return new ServerOptions(bind, port, ioThreads, workers, newGrace);
  }
}
