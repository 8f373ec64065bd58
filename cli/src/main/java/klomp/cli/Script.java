package klomp.cli;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.List;
import klomp.api.ConnectionException;
import klomp.client.Reply;

/** Runs commands without a terminal; its exit code is 1 if any reply was an error. */
final class Script {

  private final Link link;
  private final Printer printer;

  Script(Link link, Printer printer) {
    this.link = link;
    this.printer = printer;
  }

  int run(List<byte[]> command) {
    Reply reply = link.call(command);
    printer.print(reply);
    return reply instanceof Reply.Failure ? 1 : 0;
  }

  /**
   * One command per line; blank lines and those that begin with # are skipped.
   *
   * @throws ConnectionException at a transaction left open, which the end of input rolls back
   */
  int run(BufferedReader input) throws IOException {
    int exitCode = 0;
    for (String line; (line = input.readLine()) != null; ) {
      List<byte[]> command = line.startsWith("#") ? List.of() : Words.of(line);
      if (!command.isEmpty()) {
        exitCode |= run(command);
      }
    }
    if (link.mode() != Link.Mode.PLAIN) {
      throw new ConnectionException("the input ended inside a transaction, which is rolled back");
    }
    return exitCode;
  }
}
