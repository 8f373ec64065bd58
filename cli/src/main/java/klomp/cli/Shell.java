package klomp.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import klomp.api.KlompException;
import klomp.client.Reply;
import org.jline.reader.Candidate;
import org.jline.reader.EndOfFileException;
import org.jline.reader.LineReader;
import org.jline.reader.LineReaderBuilder;
import org.jline.reader.ParsedLine;
import org.jline.reader.UserInterruptException;
import org.jline.reader.impl.DefaultParser;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;

/**
 * The interactive shell: history (kept in {@code ~/.klomp_history}), completion of command names,
 * and a prompt that tells whether a transaction is open. An error ends a command, not the shell.
 */
final class Shell {

  private final Link link;
  private final TreeSet<String> names = new TreeSet<>(List.of("HELP", "EXIT"));

  Shell(Link link) {
    this.link = link;
  }

  /** Runs until the user leaves; the exit code is that of a shell that worked, whatever it ran. */
  int run() throws IOException {
    link.connect();
    names.addAll(commandNames());
    try (Terminal terminal = TerminalBuilder.builder().system(true).build()) {
      loop(terminal, reader(terminal));
    }
    return 0;
  }

  private LineReader reader(Terminal terminal) {
    DefaultParser parser = new DefaultParser();
    // The line is split by Words; for the parser, which completion uses, nothing is special.
    parser.setEscapeChars(new char[0]);
    parser.setQuoteChars(new char[0]);
    return LineReaderBuilder.builder()
        .terminal(terminal)
        .appName("klomp")
        .parser(parser)
        .completer((reader, line, candidates) -> complete(line, candidates))
        .variable(
            LineReader.HISTORY_FILE, Path.of(System.getProperty("user.home"), ".klomp_history"))
        .option(LineReader.Option.DISABLE_EVENT_EXPANSION, true)
        .option(LineReader.Option.CASE_INSENSITIVE, true)
        .build();
  }

  private void complete(ParsedLine line, List<Candidate> candidates) {
    if (line.wordIndex() == 0) {
      names.forEach(name -> candidates.add(new Candidate(name)));
    }
  }

  private void loop(Terminal terminal, LineReader reader) {
    while (true) {
      try {
        List<byte[]> command = Words.of(reader.readLine(link.peer() + link.mode().label() + "> "));
        if (!command.isEmpty() && !run(command, terminal)) {
          return;
        }
      } catch (UserInterruptException e) {
        terminal.writer().println("(ctrl-d or EXIT leaves)");
      } catch (EndOfFileException e) {
        return;
      } catch (KlompException e) {
        terminal.writer().println("(error) " + e.code() + " " + e.getMessage());
      }
      terminal.flush();
    }
  }

  /** Runs a command; false if it was to leave. */
  private boolean run(List<byte[]> command, Terminal terminal) {
    String name = new String(command.get(0), StandardCharsets.UTF_8).toUpperCase(Locale.ROOT);
    switch (name) {
      case "EXIT", "QUIT" -> {
        return false;
      }
      case "HELP" -> terminal.writer().println(help());
      default -> terminal.writer().println(Printer.format(link.call(command), ""));
    }
    return true;
  }

  private String help() {
    return """
        BEGIN [READ COMMITTED | SNAPSHOT | SERIALIZABLE] [READ ONLY] [SYNC | ASYNC]
        COMMIT, ROLLBACK, SAVEPOINT name, ROLLBACK TO name, RELEASE name, XID, XSTATUS xid
        GET key, SET key value, DEL key ..., MGET key ..., GETFORUPDATE key
        RANGE start end [LIMIT n] [REV]    an empty start or end, "", is no bound
        INFO [section], CLOG STATS, CHECKPOINT
        Strings: "a\\n\\x00" or 'as it is'. The tab key completes. EXIT leaves.
        All commands:
        """
        + String.join(" ", names);
  }

  /** The names that the server knows; none if it does not tell. */
  private List<String> commandNames() {
    Reply reply = link.call(Words.of("COMMAND LIST"));
    if (reply instanceof Reply.Multi multi && multi.elements() != null) {
      return multi.elements().stream()
          .filter(Reply.Bulk.class::isInstance)
          .map(name -> new String(((Reply.Bulk) name).bytes(), StandardCharsets.UTF_8))
          .toList();
    }
    return List.of();
  }
}
