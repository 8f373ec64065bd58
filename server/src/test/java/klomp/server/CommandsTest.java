package klomp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import klomp.api.Limits;
import klomp.server.RawClient.Failure;
import klomp.server.RawClient.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every command outside of transactions, with its errors. */
class CommandsTest {

  private TestServer server;
  private RawClient client;

  @BeforeEach
  void start() throws IOException {
    server = new TestServer();
    client = server.connect();
  }

  @AfterEach
  void stop() throws IOException {
    client.close();
    server.close();
  }

  private void assertFails(String code, String line) throws IOException {
    Failure failure = assertInstanceOf(Failure.class, client.ask(line), line);
    assertEquals(code, failure.code(), failure.text());
  }

  @Test
  void valuesAreSetReadAndDeleted() throws IOException {
    assertNull(client.ask("GET a"));
    assertEquals(RawClient.OK, client.ask("SET a 1"));
    assertEquals("1", client.ask("get a"));
    assertEquals(1L, client.ask("STRLEN a"));
    assertEquals(0L, client.ask("STRLEN b"));
    assertEquals(RawClient.OK, client.call("SET", "empty", ""));
    assertEquals("", client.ask("GET empty"));
    assertEquals(2L, client.ask("EXISTS a a b"));
    assertEquals(RawClient.OK, client.ask("MSET b 2 c 3"));
    assertEquals(Arrays.asList("1", "2", null, "3"), client.ask("MGET a b x c"));
    assertEquals(2L, client.ask("DEL a b x"));
    assertEquals(Arrays.asList(null, null), client.ask("MGET a b"));
  }

  @Test
  void anyByteCanBeInKeysAndValues() throws IOException {
    StringBuilder all = new StringBuilder();
    for (int b = 0; b < 256; b++) {
      all.append((char) b);
    }
    String bytes = all.toString();
    assertEquals(RawClient.OK, client.call("SET", bytes, bytes));
    assertEquals(bytes, client.call("GET", bytes));
    assertEquals(List.of(bytes, bytes), client.call("RANGE", "", ""));
  }

  @Test
  void setTakesConditionsAndRefusesExpiry() throws IOException {
    assertNull(client.ask("SET a 1 XX"));
    assertEquals(RawClient.OK, client.ask("SET a 1 NX"));
    assertNull(client.ask("SET a 2 NX"));
    assertEquals("1", client.ask("SET a 2 NX GET"));
    assertEquals("1", client.ask("SET a 3 XX GET"));
    assertEquals(RawClient.OK, client.ask("SET a 4 xx"));
    assertEquals("4", client.ask("SET a 5 GET"));
    assertNull(client.ask("SET new 1 GET"));
    assertEquals("5", client.ask("GET a"));
    assertFails("ERR", "SET a 1 EX 10");
    assertFails("ERR", "SET a 1 PX 10");
    assertFails("ERR", "SET a 1 NX XX");
    assertFails("ERR", "SET a 1 SOMETIMES");
    assertEquals("5", client.ask("GET a"));
    assertEquals(0L, client.ask("SETNX a 6"));
    assertEquals(1L, client.ask("SETNX b 6"));
  }

  @Test
  void readModifyWriteCommandsAnswerWhatWasThere() throws IOException {
    assertNull(client.ask("GETSET a 1"));
    assertEquals("1", client.ask("GETSET a 2"));
    assertEquals("2", client.ask("GETDEL a"));
    assertNull(client.ask("GETDEL a"));
    assertEquals(3L, client.ask("APPEND a abc"));
    assertEquals(6L, client.ask("APPEND a def"));
    assertEquals("abcdef", client.ask("GET a"));
  }

  @Test
  void countersCountAndRefuseWhatIsNoNumber() throws IOException {
    assertEquals(1L, client.ask("INCR n"));
    assertEquals(11L, client.ask("INCRBY n 10"));
    assertEquals(10L, client.ask("DECR n"));
    assertEquals(-5L, client.ask("DECRBY n 15"));
    assertEquals("-5", client.ask("GET n"));
    client.ask("SET max 9223372036854775807");
    assertFails("ERR", "INCR max");
    client.ask("SET min -9223372036854775808");
    assertFails("ERR", "DECR min");
    assertFails("ERR", "DECRBY n -9223372036854775808");
    assertEquals("-9223372036854775808", client.ask("GET min"));
    for (String bad : List.of("", "x", "1x", "+1", " 1", "01", "-", "-0", "9223372036854775808")) {
      client.call("SET", "bad", bad);
      Failure failure = assertInstanceOf(Failure.class, client.ask("INCR bad"), bad);
      assertEquals("ERR value is not an integer or out of range", failure.text());
      assertEquals(bad, client.ask("GET bad"));
    }
    assertFails("ERR", "INCRBY n ten");
  }

  @Test
  void rangesGoBothWaysWithBounds() throws IOException {
    client.ask("MSET a 1 b 2 c 3 d 4");
    assertEquals(List.of("b", "2", "c", "3"), client.ask("RANGE b d"));
    assertEquals(List.of("a", "1", "b", "2", "c", "3", "d", "4"), client.call("RANGE", "", ""));
    assertEquals(List.of("c", "3", "b", "2"), client.call("RANGE", "", "d", "LIMIT", "2", "REV"));
    assertEquals(List.of("a", "1"), client.call("RANGE", "", "", "LIMIT", "1"));
    assertEquals(List.of(), client.ask("RANGE x z"));
    assertEquals(List.of(), client.ask("RANGE d b"));
    assertFails("ERR", "RANGE a b LIMIT");
    assertFails("ERR", "RANGE a b LIMIT 0");
    assertFails("ERR", "RANGE a b BACKWARDS");
  }

  @Test
  void scanVisitsEveryKeyThatStays() throws IOException {
    Set<String> expected = new HashSet<>();
    for (int i = 0; i < 500; i++) {
      client.call("SET", "key:" + i, "v");
      if (i % 2 == 0) {
        expected.add("key:" + i);
      }
    }
    client.ask("SET other v");
    Set<Object> seen = new HashSet<>();
    String cursor = "0";
    int step = 0;
    do {
      List<?> page = (List<?>) client.call("SCAN", cursor, "MATCH", "key:*", "COUNT", "7");
      cursor = (String) page.get(0);
      seen.addAll((List<?>) page.get(1));
      client.call("DEL", "key:" + (2 * step++ + 1)); // keys come and go around the cursor
    } while (!cursor.equals("0"));
    assertTrue(seen.containsAll(expected), "a key that stayed was not visited");
    assertTrue(!seen.contains("other"));
    assertFails("ERR", "SCAN 123456789");
    assertFails("ERR", "SCAN x");
    assertFails("ERR", "SCAN 0 COUNT 0");
    assertFails("ERR", "SCAN 0 MATCH");
  }

  @Test
  void aScanCursorWorksOnAnotherConnectionAndTwice() throws IOException {
    client.ask("MSET a 1 b 2 c 3 d 4");
    List<?> first = (List<?>) client.ask("SCAN 0 COUNT 2");
    assertEquals(List.of("a", "b"), first.get(1));
    try (RawClient other = server.connect()) {
      for (int i = 0; i < 2; i++) {
        List<?> second = (List<?>) other.call("SCAN", (String) first.get(0), "COUNT", "5");
        assertEquals(List.of("c", "d"), second.get(1));
        assertEquals("0", second.get(0));
      }
    }
  }

  @Test
  void keysAreMatchedAndCounted() throws IOException {
    client.ask("MSET user:1 a user:2 b user:30 c item:1 d");
    assertEquals(4L, client.ask("DBSIZE"));
    assertEquals(List.of("user:1", "user:2"), client.ask("KEYS user:?"));
    assertEquals(List.of("user:1", "user:30"), client.ask("KEYS user:[13]*"));
    assertEquals(List.of("item:1", "user:1"), client.ask("KEYS *:1"));
    assertEquals(List.of("user:2", "user:30"), client.ask("KEYS user:[^1]*"));
    assertEquals(List.of(), client.ask("KEYS user:\\*"));
  }

  @Test
  void theConnectionCommandsOfRedisClientsAreAnswered() throws IOException {
    assertEquals(new Status("PONG"), client.ask("PING"));
    assertEquals("hi", client.ask("PING hi"));
    assertEquals("hi", client.ask("ECHO hi"));
    assertEquals(RawClient.OK, client.ask("SELECT 0"));
    assertFails("ERR", "SELECT 1");
    assertFails("ERR", "AUTH secret");
    List<?> hello = (List<?>) client.ask("HELLO 2 SETNAME me");
    assertEquals(2L, hello.get(hello.indexOf("proto") + 1));
    assertEquals("me", client.ask("CLIENT GETNAME"));
    assertFails("NOPROTO", "HELLO 3");
    assertFails("ERR", "HELLO 2 AUTH a b");
    assertEquals(RawClient.OK, client.ask("CLIENT SETNAME you"));
    assertEquals(RawClient.OK, client.ask("CLIENT SETINFO LIB-NAME test"));
    assertTrue(client.ask("CLIENT LIST").toString().contains("name=you"));
    assertTrue(client.ask("CLIENT INFO").toString().startsWith("id="));
    assertTrue((Long) client.ask("CLIENT ID") > 0);
    assertFails("ERR", "CLIENT PAUSE 1");
    assertFails("ERR", "CLIENT SETNAME \u0001");
    assertEquals(new Status("RESET"), client.ask("RESET"));
    assertNull(client.ask("CLIENT GETNAME"));
    assertEquals(List.of(), client.ask("COMMAND"));
    assertEquals(List.of(), client.ask("COMMAND DOCS"));
    List<?> commands = new ArrayList<>((List<?>) client.ask("COMMAND LIST"));
    assertEquals((long) commands.size(), client.ask("COMMAND COUNT"));
    assertTrue(commands.contains("GETFORUPDATE"));
    assertEquals(RawClient.OK, client.ask("QUIT"));
    assertTrue(client.isAtEnd());
  }

  @Test
  void operatorsSeeStatisticsAndSettings() throws IOException {
    client.ask("SET a 1");
    String info = (String) client.ask("INFO");
    assertTrue(info.contains("# Server\r\n") && info.contains("klomp_version:"), info);
    assertTrue(info.contains("connected_clients:1\r\n"), info);
    assertTrue(info.contains("total_commands_processed:"), info);
    assertTrue(info.contains("\r\nclog."), info);
    String stats = (String) client.ask("INFO stats");
    assertTrue(stats.startsWith("# Stats") && !stats.contains("# Server"), stats);
    assertEquals(List.of("durability", "sync"), client.ask("CONFIG GET dura*"));
    assertEquals(RawClient.OK, client.ask("CONFIG RESETSTAT"));
    assertFails("ERR", "CONFIG SET durability async");
    assertEquals(RawClient.OK, client.ask("CHECKPOINT"));
    List<?> clog = (List<?>) client.ask("CLOG STATS");
    assertTrue(clog.size() > 1 && clog.get(0).toString().startsWith("clog."), clog.toString());
    assertFails("ERR", "CLOG STATUS 99999999");
    assertFails("ERR", "CLOG WHAT");
  }

  @Test
  void wrongRequestsAreNamed() throws IOException {
    assertEquals("ERR unknown command 'NOSUCH'", ((Failure) client.ask("NOSUCH a")).text());
    assertEquals(
        "ERR wrong number of arguments for 'get' command", ((Failure) client.ask("GET")).text());
    assertFails("ERR", "MSET a 1 b");
    assertFails("NOTXN", "GETFORUPDATE a");
    assertEquals("ERR", ((Failure) client.call("GET", "")).code());
    assertEquals("ERR", ((Failure) client.call("SET", "", "v")).code());
    assertEquals(new Status("PONG"), client.ask("PING"));
  }

  @Test
  void keysAndValuesBeyondTheLimitsAreRefused() throws IOException {
    String longest = "k".repeat(Limits.MAX_KEY_BYTES);
    assertEquals(RawClient.OK, client.call("SET", longest, "v"));
    assertEquals("v", client.call("GET", longest));
    assertEquals("TOOLARGE", ((Failure) client.call("SET", longest + "k", "v")).code());
    assertEquals("TOOLARGE", ((Failure) client.call("GET", longest + "k")).code());
    assertEquals("TOOLARGE", ((Failure) client.call("MSET", "a", "1", longest + "k", "v")).code());
    assertNull(client.ask("GET a"));
    assertEquals(List.of(longest, "v"), client.call("RANGE", longest, longest + "\0"));
    assertEquals(List.of(), client.call("RANGE", longest + "\0", ""));
    List<?> page = (List<?>) client.ask("SCAN 0 COUNT 1");
    assertEquals(List.of(longest), page.get(1));
    assertEquals(List.of("0", List.of()), client.call("SCAN", (String) page.get(0)));
    String large = "v".repeat(8 << 20);
    assertEquals(RawClient.OK, client.call("SET", "large", large));
    assertEquals(large, client.ask("GET large"));
  }
}
