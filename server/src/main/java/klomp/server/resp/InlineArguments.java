package klomp.server.resp;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * Splits a typed line into arguments at white space. Double quotes take {@code \n \r \t \b \a \"
 * \\} and {@code \xHH}; single quotes take {@code \'} only. The rules are those of Redis.
 */
final class InlineArguments {

  private final byte[] line;
  private int at;

  private InlineArguments(String line) {
    this.line = line.getBytes(StandardCharsets.UTF_8);
  }

  /**
   * The arguments of {@code line}; none if it is blank.
   *
   * @return null if quotes do not pair
   */
  static List<byte[]> split(String line) {
    return new InlineArguments(line).split();
  }

  private List<byte[]> split() {
    List<byte[]> arguments = new ArrayList<>();
    while (true) {
      while (at < line.length && isBlank(line[at])) {
        at++;
      }
      if (at == line.length) {
        return arguments;
      }
      ByteArrayOutputStream argument = new ByteArrayOutputStream();
      while (at < line.length && !isBlank(line[at])) {
        byte first = line[at++];
        if (first != '"' && first != '\'') {
          argument.write(first);
        } else if (!quoted(first, argument)) {
          return null;
        }
      }
      arguments.add(argument.toByteArray());
    }
  }

  /** Reads up to the closing {@code quote}, which must end the argument. */
  private boolean quoted(byte quote, ByteArrayOutputStream into) {
    while (at < line.length) {
      byte next = line[at++];
      if (next == quote) {
        return at == line.length || isBlank(line[at]);
      }
      if (next == '\\' && at < line.length) {
        escape(quote, into);
      } else {
        into.write(next);
      }
    }
    return false;
  }

  private void escape(byte quote, ByteArrayOutputStream into) {
    byte escaped = line[at];
    if (quote == '\'') {
      if (escaped == '\'') {
        at++;
        into.write('\'');
      } else {
        into.write('\\');
      }
      return;
    }
    at++;
    if (escaped == 'x' && at + 2 <= line.length && hex(line[at]) >= 0 && hex(line[at + 1]) >= 0) {
      into.write(hex(line[at]) << 4 | hex(line[at + 1]));
      at += 2;
      return;
    }
    into.write(
        switch (escaped) {
          case 'n' -> '\n';
          case 'r' -> '\r';
          case 't' -> '\t';
          case 'b' -> '\b';
          case 'a' -> 7;
          default -> escaped;
        });
  }

  private static int hex(byte digit) {
    return Character.digit((char) (digit & 0xFF), 16);
  }

  private static boolean isBlank(byte b) {
    return b == ' ' || b == '\t' || b == '\r' || b == '\n' || b == 0;
  }
}
