package klomp.client;

import java.time.Duration;
import klomp.api.InvalidRequestException;
import klomp.api.RetryPolicy;

/**
 * How a client behaves. Immutable and checked when made.
 *
 * @param maxConnections the most connections at a time, 1 to 65,535; each open transaction has one
 *     to itself, and so has each operation outside a transaction while it runs
 * @param acquireTimeout how long to wait for a free connection when all are in use
 * @param connectTimeout how long to try to connect, all attempts and pauses together
 * @param requestTimeout how long to wait for a reply, lock waits at the server included; once it is
 *     over the connection is closed, as its state is no longer known
 * @param reconnect how many attempts at a connection, and the pauses between them
 */
public record ClientOptions(
    int maxConnections,
    Duration acquireTimeout,
    Duration connectTimeout,
    Duration requestTimeout,
    RetryPolicy reconnect) {

  private static final Duration LONGEST = Duration.ofDays(1);

  /** 16 connections, 10 s to get one, 5 s to connect, 30 s for a reply, 5 attempts. */
  public static final ClientOptions DEFAULT =
      new ClientOptions(
          16,
          Duration.ofSeconds(10),
          Duration.ofSeconds(5),
          Duration.ofSeconds(30),
          new RetryPolicy(5, Duration.ofMillis(20), Duration.ofSeconds(1)));

  public ClientOptions {
    if (maxConnections < 1 || maxConnections > 65_535) {
      throw new InvalidRequestException(
          "maxConnections is between 1 and 65535, not " + maxConnections);
    }
    check("acquireTimeout", acquireTimeout);
    check("connectTimeout", connectTimeout);
    check("requestTimeout", requestTimeout);
    if (reconnect == null) {
      throw new InvalidRequestException("the reconnect policy is not optional");
    }
  }

  private static void check(String name, Duration timeout) {
    if (timeout == null || timeout.toMillis() < 1 || timeout.compareTo(LONGEST) > 0) {
      throw new InvalidRequestException(name + " is between 1 ms and 1 day, not " + timeout);
    }
  }

  public ClientOptions withMaxConnections(int connections) {
    return new ClientOptions(
        connections, acquireTimeout, connectTimeout, requestTimeout, reconnect);
  }

  public ClientOptions withAcquireTimeout(Duration timeout) {
    return new ClientOptions(maxConnections, timeout, connectTimeout, requestTimeout, reconnect);
  }

  public ClientOptions withConnectTimeout(Duration timeout) {
    return new ClientOptions(maxConnections, acquireTimeout, timeout, requestTimeout, reconnect);
  }

  public ClientOptions withRequestTimeout(Duration timeout) {
    return new ClientOptions(maxConnections, acquireTimeout, connectTimeout, timeout, reconnect);
  }

  public ClientOptions withReconnect(RetryPolicy policy) {
    return new ClientOptions(
        maxConnections, acquireTimeout, connectTimeout, requestTimeout, policy);
  }
}
