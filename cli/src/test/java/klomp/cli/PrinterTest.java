package klomp.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.util.List;
import klomp.client.Reply;
import org.junit.jupiter.api.Test;

class PrinterTest {

  private static Reply bulk(String text) {
    return new Reply.Bulk(text.getBytes(UTF_8));
  }

  private static String forPeople(Reply reply) {
    return Printer.format(reply, "");
  }

  private static String forPrograms(Reply reply) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    new Printer(new PrintStream(bytes), false).print(reply);
    return bytes.toString(UTF_8);
  }

  @Test
  void peopleSeeTypes() {
    assertEquals("OK", forPeople(new Reply.Status("OK")));
    assertEquals("(integer) 7", forPeople(new Reply.Int(7)));
    assertEquals("(nil)", forPeople(new Reply.Bulk(null)));
    assertEquals("\"a\\x00\\xff\\\"\"", forPeople(new Reply.Bulk(new byte[] {'a', 0, -1, '"'})));
    assertEquals(
        "(error) CONFLICT key a was changed",
        forPeople(new Reply.Failure("CONFLICT", "key a was changed")));
    assertEquals("(empty list)", forPeople(new Reply.Multi(List.of())));
  }

  @Test
  void peopleSeeNestedListsNumberedAndIndented() {
    Reply inner = new Reply.Multi(List.of(bulk("b"), new Reply.Int(2)));
    assertEquals(
        "1) \"a\"\n2) 1) \"b\"\n   2) (integer) 2",
        forPeople(new Reply.Multi(List.of(bulk("a"), inner))));
  }

  @Test
  void peopleSeeReportsOfSeveralLinesAsTheyAre() {
    assertEquals("# Server\r\nport:1", forPeople(bulk("# Server\r\nport:1\r\n")));
  }

  @Test
  void programsGetTheBytes() {
    assertEquals("a b\n", forPrograms(bulk("a b")));
    assertEquals("\n", forPrograms(new Reply.Bulk(null)));
    assertEquals("a\n1\n", forPrograms(new Reply.Multi(List.of(bulk("a"), new Reply.Int(1)))));
  }
}
