package klomp.server.command;

import io.netty.handler.codec.redis.RedisMessage;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Collectors;
import klomp.api.InvalidRequestException;
import klomp.server.resp.Replies;
import klomp.server.resp.Request;
import klomp.server.session.Session;

/** Commands about the connection itself, as Redis clients send them when they connect. */
final class ConnectionCommands {

  private static final int MAX_NAME_LENGTH = 256;

  private final ServerInfo server;

  private ConnectionCommands(ServerInfo server) {
    this.server = server;
  }

  static void register(CommandTable table, ServerInfo server) {
    ConnectionCommands commands = new ConnectionCommands(server);
    table.plain("PING", 1, 2, ConnectionCommands::ping);
    table.plain("ECHO", 2, 2, (session, request) -> Replies.bulk(request.bytes(1)));
    table.plain("SELECT", 2, 2, ConnectionCommands::select);
    table.plain("CLIENT", 2, CommandTable.ANY, commands::client);
    table.control(
        "HELLO",
        1,
        CommandTable.ANY,
        (session, request) -> CommandTable.done(commands.hello(session, request)));
    table.control("AUTH", 2, 3, (session, request) -> CommandTable.done(noPassword()));
    table.controlInBatch(
        "QUIT", 1, CommandTable.ANY, CommandTable.ok((session, request) -> session.quit()));
    table.controlInBatch(
        "RESET",
        1,
        1,
        (session, request) -> {
          session.reset();
          return CommandTable.done(Replies.status("RESET"));
        });
  }

  private static RedisMessage ping(Session session, Request request) {
    return request.size() == 1 ? Replies.status("PONG") : Replies.bulk(request.bytes(1));
  }

  private static RedisMessage select(Session session, Request request) {
    if (request.number(1) != 0) {
      throw new InvalidRequestException("DB index is out of range: there is one key space, 0");
    }
    return Replies.ok();
  }

  private static RedisMessage noPassword() {
    return Replies.error(
        "ERR", "Client sent AUTH, but no password is set: this server has no passwords");
  }

  private RedisMessage hello(Session session, Request request) {
    String name = null;
    for (int i = 2; i < request.size(); i++) {
      String option = request.word(i);
      if (option.equals("AUTH") && i + 2 < request.size()) {
        return noPassword();
      }
      if (!option.equals("SETNAME") || i + 1 >= request.size()) {
        throw new InvalidRequestException("syntax error: HELLO [2 [SETNAME name]]");
      }
      name = checkName(request.text(++i));
    }
    if (request.size() > 1 && request.number(1) != 2) {
      return Replies.error("NOPROTO", "unsupported protocol version: this server speaks RESP2");
    }
    if (name != null) {
      session.rename(name);
    }
    return Replies.array(
        List.of(
            Replies.text("server"),
            Replies.text("klomp"),
            Replies.text("version"),
            Replies.text(server.version()),
            Replies.text("proto"),
            Replies.number(2),
            Replies.text("id"),
            Replies.number(session.id()),
            Replies.text("mode"),
            Replies.text("standalone"),
            Replies.text("role"),
            Replies.text("master"),
            Replies.text("modules"),
            Replies.array(List.of())));
  }

  private RedisMessage client(Session session, Request request) {
    String subcommand = request.word(1);
    int size = request.size();
    if (subcommand.equals("ID") && size == 2) {
      return Replies.number(session.id());
    }
    if (subcommand.equals("GETNAME") && size == 2) {
      return session.name().isEmpty() ? Replies.bulk(null) : Replies.text(session.name());
    }
    if (subcommand.equals("SETNAME") && size == 3) {
      session.rename(checkName(request.text(2)));
      return Replies.ok();
    }
    if (subcommand.equals("SETINFO") && size == 4) {
      checkName(request.text(3));
      return Replies.ok();
    }
    if (subcommand.equals("INFO") && size == 2) {
      return Replies.text(describe(session) + "\n");
    }
    if (subcommand.equals("LIST") && size == 2) {
      return Replies.text(
          server.sessions().get().stream()
              .map(other -> describe(other) + "\n")
              .collect(Collectors.joining()));
    }
    throw new InvalidRequestException(
        "CLIENT takes ID, GETNAME, SETNAME name, SETINFO attribute value, INFO and LIST");
  }

  private static String checkName(String name) {
    boolean printable = name.chars().allMatch(c -> c > ' ' && c < 127);
    if (!printable || name.length() > MAX_NAME_LENGTH) {
      throw new InvalidRequestException(
          "Client names cannot contain spaces, newlines or special characters, or be longer than "
              + MAX_NAME_LENGTH);
    }
    return name;
  }

  private static String describe(Session session) {
    return "id="
        + session.id()
        + " addr="
        + session.address()
        + " name="
        + session.name()
        + " age="
        + Duration.between(session.since(), Instant.now()).toSeconds();
  }
}
