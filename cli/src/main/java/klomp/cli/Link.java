package klomp.cli;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import klomp.api.ConnectionException;
import klomp.client.ClientOptions;
import klomp.client.Reply;
import klomp.client.Session;

/**
 * The shell's connection, and what it has come to: connects when first used and again after it was
 * lost, and follows the transaction that is open on it.
 */
final class Link implements AutoCloseable {

  /** Where the connection stands. */
  enum Mode {
    PLAIN(""),
    TRANSACTION("[transaction]"),
    FAILED("[failed transaction]"),
    MULTI("[multi]");

    private final String label;

    Mode(String label) {
      this.label = label;
    }

    String label() {
      return label;
    }
  }

  private final InetSocketAddress address;
  private final ClientOptions options;
  private Session session;
  private Mode mode = Mode.PLAIN;

  Link(InetSocketAddress address, ClientOptions options) {
    this.address = address;
    this.options = options;
  }

  String peer() {
    return address.getHostString() + ":" + address.getPort();
  }

  Mode mode() {
    return mode;
  }

  /**
   * Sends a command and waits for its reply.
   *
   * @throws ConnectionException if there is no connection, or none any more; an open transaction is
   *     gone with it
   */
  Reply call(List<byte[]> command) {
    connect();
    try {
      Reply reply = session.call(command.toArray(byte[][]::new));
      mode = next(words(command), reply);
      return reply;
    } catch (ConnectionException e) {
      boolean hadTransaction = mode != Mode.PLAIN;
      close();
      if (hadTransaction) {
        throw new ConnectionException(e.getMessage() + "; the open transaction is rolled back", e);
      }
      throw e;
    }
  }

  void connect() {
    if (session != null && !session.isOpen()) {
      close();
    }
    if (session == null) {
      session = Session.connect(address, options);
    }
  }

  private static String words(List<byte[]> command) {
    StringBuilder words = new StringBuilder();
    for (byte[] word : command.subList(0, Math.min(2, command.size()))) {
      words.append(words.isEmpty() ? "" : " ");
      words.append(new String(word, StandardCharsets.UTF_8).toUpperCase(Locale.ROOT));
    }
    return words.toString();
  }

  private Mode next(String words, Reply reply) {
    String name = words.split(" ", 2)[0];
    if (reply instanceof Reply.Failure failure) {
      return afterFailure(name, failure.code());
    }
    if (words.equals("ROLLBACK TO")) {
      return Mode.TRANSACTION;
    }
    return switch (name) {
      case "BEGIN" -> Mode.TRANSACTION;
      case "MULTI" -> Mode.MULTI;
      case "COMMIT", "ROLLBACK", "ABORT", "EXEC", "DISCARD", "RESET", "QUIT" -> Mode.PLAIN;
      default -> mode;
    };
  }

  private Mode afterFailure(String name, String code) {
    return switch (code) {
      case "NOTXN" -> Mode.PLAIN;
      case "CONFLICT", "DEADLOCK", "LOCKTIMEOUT", "FAILED" ->
          mode == Mode.TRANSACTION ? Mode.FAILED : mode;
      default -> name.equals("EXEC") ? Mode.PLAIN : mode;
    };
  }

  @Override
  public void close() {
    mode = Mode.PLAIN;
    if (session != null) {
      session.close();
      session = null;
    }
  }
}
