package klomp.cli;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import klomp.api.InvalidRequestException;

/**
 * Splits a line into words, with the quotes of Redis shells: between double quotes, {@code \n \r \t
 * \b \a \\ \"} and {@code \x41} stand for bytes; between single quotes only {@code \'} is special.
 */
final class Words {

  private final String line;
  private int position;

  private Words(String line) {
    this.line = line;
  }

  /**
   * The words of {@code line}; none if it is blank.
   *
   * @throws InvalidRequestException if a quote is not closed, or closed in the middle of a word
   */
  static List<byte[]> of(String line) {
    Words words = new Words(line);
    List<byte[]> result = new ArrayList<>();
    while (words.skipBlanks()) {
      result.add(words.next());
    }
    return result;
  }

  private boolean skipBlanks() {
    while (position < line.length() && Character.isWhitespace(line.charAt(position))) {
      position++;
    }
    return position < line.length();
  }

  private byte[] next() {
    char first = line.charAt(position);
    if (first == '"' || first == '\'') {
      return quoted(first);
    }
    int start = position;
    while (position < line.length() && !Character.isWhitespace(line.charAt(position))) {
      position++;
    }
    return line.substring(start, position).getBytes(StandardCharsets.UTF_8);
  }

  private byte[] quoted(char quote) {
    ByteArrayOutputStream word = new ByteArrayOutputStream();
    position++;
    while (position < line.length()) {
      int c = line.codePointAt(position);
      position += Character.charCount(c);
      if (c == quote) {
        if (position < line.length() && !Character.isWhitespace(line.charAt(position))) {
          throw new InvalidRequestException("a closing quote is followed by a blank");
        }
        return word.toByteArray();
      }
      if (c == '\\' && position < line.length()) {
        escaped(quote, word);
      } else {
        word.writeBytes(Character.toString(c).getBytes(StandardCharsets.UTF_8));
      }
    }
    throw new InvalidRequestException("a quote is not closed");
  }

  private void escaped(char quote, ByteArrayOutputStream word) {
    char c = line.charAt(position);
    if (quote == '\'') {
      if (c == '\'') {
        word.write('\'');
        position++;
      } else {
        word.write('\\');
      }
      return;
    }
    if (c == 'x' && position + 2 < line.length() && isHex(position + 1) && isHex(position + 2)) {
      word.write(Integer.parseInt(line.substring(position + 1, position + 3), 16));
      position += 3;
      return;
    }
    switch (c) {
      case 'n' -> word.write('\n');
      case 'r' -> word.write('\r');
      case 't' -> word.write('\t');
      case 'b' -> word.write('\b');
      case 'a' -> word.write(7);
      default -> {
        int point = line.codePointAt(position);
        word.writeBytes(Character.toString(point).getBytes(StandardCharsets.UTF_8));
        position += Character.charCount(point) - 1;
      }
    }
    position++;
  }

  private boolean isHex(int index) {
    return Character.digit(line.charAt(index), 16) >= 0;
  }
}
