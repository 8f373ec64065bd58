package klomp.server.command;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.BiConsumer;
import klomp.server.resp.Replies;
import klomp.server.resp.Request;
import klomp.server.session.Session;

/** All commands by name. Filled once, then only read. */
public final class CommandTable {

  /** For commands that take any number of arguments. */
  static final int ANY = Integer.MAX_VALUE;

  private final Map<String, Command> commands = new HashMap<>();

  private CommandTable() {}

  /** The commands of a server. */
  public static CommandTable of(ServerInfo server) {
    CommandTable table = new CommandTable();
    StringCommands.register(table);
    KeyCommands.register(table);
    CounterCommands.register(table);
    new ScanCommands().register(table);
    TransactionCommands.register(table);
    BatchCommands.register(table);
    ConnectionCommands.register(table, server);
    new AdminCommands(server).register(table);
    return table;
  }

  /** The command of that upper-case name, or null. */
  Command find(String name) {
    return commands.get(name);
  }

  SortedSet<String> names() {
    return Collections.unmodifiableSortedSet(new TreeSet<>(commands.keySet()));
  }

  /** A command that neither writes nor locks. */
  void read(String name, int least, int most, Action.Parser parser) {
    add(new Command(name, least, most, new Action.Data(true, parser)));
  }

  /** A command that writes or locks. */
  void write(String name, int least, int most, Action.Parser parser) {
    add(new Command(name, least, most, new Action.Data(false, parser)));
  }

  void plain(String name, int least, int most, Action.PlainHandler handler) {
    add(new Command(name, least, most, new Action.Plain(handler)));
  }

  /** A command that is refused between MULTI and EXEC. */
  void control(String name, int least, int most, Action.ControlHandler handler) {
    add(new Command(name, least, most, new Action.Control(false, handler)));
  }

  /** A command that is carried out even between MULTI and EXEC. */
  void controlInBatch(String name, int least, int most, Action.ControlHandler handler) {
    add(new Command(name, least, most, new Action.Control(true, handler)));
  }

  /** A control command that does something at once and answers OK. */
  static Action.ControlHandler ok(BiConsumer<Session, Request> effect) {
    return (session, request) -> {
      effect.accept(session, request);
      return done(Replies.ok());
    };
  }

  static CompletableFuture<RedisMessage> done(RedisMessage reply) {
    return CompletableFuture.completedFuture(reply);
  }

  private void add(Command command) {
    if (commands.put(command.name(), command) != null) {
      throw new IllegalStateException(command.name() + " is registered twice");
    }
  }
}
