package klomp.bench.targets;

import klomp.api.InvalidRequestException;

/** What the load is put on, as the command line names it. */
public sealed interface Target {

  /** A store opened in this process. */
  record Embedded() implements Target {
    @Override
    public String toString() {
      return "embedded";
    }
  }

  /** A server started for this load in a process of its own, on this machine. */
  record OwnServer() implements Target {
    @Override
    public String toString() {
      return "server";
    }
  }

  /** A server that already runs. */
  record Remote(String host, int port) implements Target {
    @Override
    public String toString() {
      return host + ":" + port;
    }
  }

  /**
   * The target of that name.
   *
   * @throws InvalidRequestException if it is none; the message says what they look like
   */
  static Target parse(String text) {
    if (text.equals("embedded")) {
      return new Embedded();
    }
    if (text.equals("server")) {
      return new OwnServer();
    }
    int colon = text.lastIndexOf(':');
    if (colon > 0) {
      String host = text.substring(0, colon);
      try {
        int port = Integer.parseInt(text.substring(colon + 1));
        if (port >= 1 && port <= 65_535) {
          return new Remote(host, port);
        }
      } catch (NumberFormatException notAPort) {
        // Refused below with what would be one.
      }
    }
    throw new InvalidRequestException(
        "unknown target '" + text + "'; a target is embedded, server or HOST:PORT");
  }
}
