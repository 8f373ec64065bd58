package klomp.server.command;

import io.netty.handler.codec.redis.RedisMessage;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import klomp.api.InvalidRequestException;
import klomp.api.Statistics;
import klomp.server.resp.Replies;
import klomp.server.resp.Request;
import klomp.server.session.Session;

/** Commands for operators. */
final class AdminCommands {

  private final ServerInfo server;

  AdminCommands(ServerInfo server) {
    this.server = server;
  }

  void register(CommandTable table) {
    table.plain("INFO", 1, CommandTable.ANY, this::info);
    table.plain("CONFIG", 2, CommandTable.ANY, this::config);
    table.plain("COMMAND", 1, CommandTable.ANY, (session, request) -> command(table, request));
    table.control("CLOG", 2, 3, AdminCommands::clog);
    table.control(
        "CHECKPOINT",
        1,
        1,
        CommandTable.ok((session, request) -> session.environment().store().checkpoint()));
    table.control(
        "VACUUM",
        1,
        1,
        CommandTable.ok((session, request) -> session.environment().store().vacuum()));
  }

  private RedisMessage info(Session session, Request request) {
    List<String> wanted = new ArrayList<>();
    for (int i = 1; i < request.size(); i++) {
      wanted.add(request.word(i));
    }
    StringBuilder text = new StringBuilder();
    section(text, wanted, "Server", lines -> server(lines));
    section(
        text,
        wanted,
        "Clients",
        lines -> line(lines, "connected_clients", server.sessions().get().size()));
    section(
        text,
        wanted,
        "Stats",
        lines ->
            session
                .environment()
                .counters()
                .values()
                .forEach((key, value) -> line(lines, key, value)));
    section(
        text,
        wanted,
        "Store",
        lines ->
            session
                .environment()
                .store()
                .statistics()
                .values()
                .forEach((key, value) -> line(lines, key, value)));
    return Replies.text(text.toString());
  }

  private static void section(
      StringBuilder text, List<String> wanted, String name, Consumer<StringBuilder> content) {
    boolean all =
        wanted.isEmpty()
            || wanted.contains("ALL")
            || wanted.contains("EVERYTHING")
            || wanted.contains("DEFAULT");
    if (all || wanted.contains(name.toUpperCase(Locale.ROOT))) {
      text.append(text.length() == 0 ? "# " : "\r\n# ").append(name).append("\r\n");
      content.accept(text);
    }
  }

  private void server(StringBuilder lines) {
    line(lines, "klomp_version", server.version());
    line(lines, "java_version", System.getProperty("java.version"));
    line(lines, "os", System.getProperty("os.name") + " " + System.getProperty("os.arch"));
    line(lines, "process_id", ProcessHandle.current().pid());
    line(lines, "tcp_port", server.port().getAsInt());
    line(lines, "uptime_in_seconds", Duration.between(server.started(), Instant.now()).toSeconds());
  }

  private static void line(StringBuilder lines, String name, Object value) {
    lines.append(name).append(':').append(value).append("\r\n");
  }

  private RedisMessage config(Session session, Request request) {
    String subcommand = request.word(1);
    if (subcommand.equals("RESETSTAT") && request.size() == 2) {
      session.environment().counters().reset();
      return Replies.ok();
    }
    if (subcommand.equals("GET") && request.size() > 2) {
      List<RedisMessage> found = new ArrayList<>();
      for (Map.Entry<String, String> setting : server.settings().entrySet()) {
        byte[] name = setting.getKey().getBytes(StandardCharsets.UTF_8);
        if (request.every(2, 1).stream().anyMatch(glob -> new Glob(glob).matches(name))) {
          found.add(Replies.bulk(name));
          found.add(Replies.text(setting.getValue()));
        }
      }
      return Replies.array(found);
    }
    throw new InvalidRequestException(
        "CONFIG takes GET pattern and RESETSTAT; settings are chosen when the server starts");
  }

  private static RedisMessage command(CommandTable table, Request request) {
    if (request.size() == 1) {
      return Replies.array(List.of());
    }
    return switch (request.word(1)) {
      case "COUNT" -> Replies.number(table.names().size());
      case "LIST" -> Replies.array(table.names().stream().map(Replies::text).toList());
      case "DOCS", "INFO" -> Replies.array(List.of());
      default -> throw new InvalidRequestException("COMMAND takes COUNT, LIST, DOCS and INFO");
    };
  }

  private static CompletableFuture<RedisMessage> clog(Session session, Request request) {
    String subcommand = request.word(1);
    if (subcommand.equals("STATUS") && request.size() == 3) {
      return CommandTable.done(TransactionCommands.status(session, request.number(2)));
    }
    if (subcommand.equals("STATS") && request.size() == 2) {
      return CommandTable.done(clogStatistics(session.environment().store().statistics()));
    }
    if (subcommand.equals("WAITS") && request.size() == 2) {
      return CommandTable.done(waits(session.environment().store().statistics()));
    }
    throw new InvalidRequestException("CLOG takes STATUS xid, STATS and WAITS");
  }

  private static RedisMessage clogStatistics(Statistics statistics) {
    List<RedisMessage> found = new ArrayList<>();
    statistics
        .values()
        .forEach(
            (name, value) -> {
              if (name.startsWith("clog.")) {
                found.add(Replies.text(name));
                found.add(Replies.number(value));
              }
            });
    return Replies.array(found);
  }

  /** A row for each wait event: its name, how many wait now, waits so far, their nanoseconds. */
  private static RedisMessage waits(Statistics statistics) {
    String prefix = "wait.";
    String suffix = ".now";
    List<RedisMessage> rows = new ArrayList<>();
    statistics
        .values()
        .forEach(
            (name, now) -> {
              if (name.startsWith(prefix) && name.endsWith(suffix)) {
                String event = name.substring(0, name.length() - suffix.length());
                rows.add(
                    Replies.array(
                        List.of(
                            Replies.text(event.substring(prefix.length())),
                            Replies.number(now),
                            Replies.number(statistics.get(event + ".count")),
                            Replies.number(statistics.get(event + ".nanos")))));
              }
            });
    return Replies.array(rows);
  }
}
