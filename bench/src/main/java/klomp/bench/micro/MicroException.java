package klomp.bench.micro;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** A benchmark failed; the message has the end of what JMH said, where the cause stands. */
public final class MicroException extends RuntimeException {

  private static final long serialVersionUID = 1;
  private static final int LINES = 40;

  MicroException(String what, Path output, Throwable cause) {
    super(what + "\n" + end(output), cause);
  }

  private static String end(Path output) {
    try {
      List<String> lines = Files.readAllLines(output);
      return String.join("\n", lines.subList(Math.max(0, lines.size() - LINES), lines.size()));
    } catch (IOException e) {
      return "(and JMH's output cannot be read: " + e.getMessage() + ")";
    }
  }
}
