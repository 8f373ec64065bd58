package klomp.cli;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import klomp.client.Reply;

/**
 * Prints replies. For people: types shown, strings quoted, lists numbered. For programs: the bytes
 * of each string and a line end, an empty line for none.
 */
final class Printer {

  private final PrintStream out;
  private final boolean isForPeople;

  Printer(PrintStream out, boolean isForPeople) {
    this.out = out;
    this.isForPeople = isForPeople;
  }

  void print(Reply reply) {
    if (isForPeople) {
      out.println(format(reply, ""));
    } else {
      raw(reply);
    }
    out.flush();
  }

  private void raw(Reply reply) {
    if (reply instanceof Reply.Bulk bulk && bulk.bytes() != null) {
      out.writeBytes(bulk.bytes());
      out.write('\n');
    } else if (reply instanceof Reply.Multi multi && multi.elements() != null) {
      multi.elements().forEach(this::raw);
    } else if (reply instanceof Reply.Int number) {
      out.println(number.value());
    } else if (reply instanceof Reply.Status status) {
      out.println(status.text());
    } else if (reply instanceof Reply.Failure failure) {
      out.println(failure.code() + " " + failure.message());
    } else {
      out.println();
    }
  }

  /** A reply for people; lines after the first begin with {@code indent}. */
  static String format(Reply reply, String indent) {
    if (reply instanceof Reply.Status status) {
      return status.text();
    }
    if (reply instanceof Reply.Failure failure) {
      return "(error) " + failure.code() + " " + failure.message();
    }
    if (reply instanceof Reply.Int number) {
      return "(integer) " + number.value();
    }
    if (reply instanceof Reply.Bulk bulk) {
      return bulk.bytes() == null ? "(nil)" : text(bulk.bytes());
    }
    List<Reply> elements = ((Reply.Multi) reply).elements();
    if (elements == null) {
      return "(nil)";
    }
    return elements.isEmpty() ? "(empty list)" : list(elements, indent);
  }

  private static String list(List<Reply> elements, String indent) {
    int width = Integer.toString(elements.size()).length();
    String inner = indent + " ".repeat(width + 2);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < elements.size(); i++) {
      if (i > 0) {
        text.append('\n').append(indent);
      }
      String number = Integer.toString(i + 1);
      text.append(" ".repeat(width - number.length())).append(number).append(") ");
      text.append(format(elements.get(i), inner));
    }
    return text.toString();
  }

  /** A text of several lines is a report and shown as it is; anything else is quoted. */
  private static String text(byte[] bytes) {
    String text = new String(bytes, StandardCharsets.UTF_8);
    boolean isReport =
        text.contains("\n") && text.chars().allMatch(c -> c >= ' ' || c == '\n' || c == '\r');
    return isReport ? text.stripTrailing() : quote(bytes);
  }

  /** In double quotes; bytes that are not printable ASCII as {@code \x..}. */
  static String quote(byte[] bytes) {
    StringBuilder text = new StringBuilder(bytes.length + 2).append('"');
    for (byte b : bytes) {
      switch (b) {
        case '"' -> text.append("\\\"");
        case '\\' -> text.append("\\\\");
        case '\n' -> text.append("\\n");
        case '\r' -> text.append("\\r");
        case '\t' -> text.append("\\t");
        case '\b' -> text.append("\\b");
        case 7 -> text.append("\\a");
        default -> {
          if (b >= ' ' && b < 127) {
            text.append((char) b);
          } else {
            text.append(String.format("\\x%02x", b & 0xFF));
          }
        }
      }
    }
    return text.append('"').toString();
  }
}
