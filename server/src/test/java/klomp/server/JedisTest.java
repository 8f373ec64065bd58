package klomp.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Connection;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Pipeline;
import redis.clients.jedis.Response;
import redis.clients.jedis.Transaction;
import redis.clients.jedis.commands.ProtocolCommand;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.params.ScanParams;
import redis.clients.jedis.params.SetParams;
import redis.clients.jedis.resps.ScanResult;

/** The server as Jedis, a client that knows nothing of it, sees it. */
class JedisTest {

  private TestServer server;
  private Jedis jedis;

  @BeforeEach
  void start() {
    server = new TestServer();
    jedis = connect();
  }

  @AfterEach
  void stop() {
    jedis.close();
    server.close();
  }

  private Jedis connect() {
    return new Jedis(
        new HostAndPort("127.0.0.1", server.port()),
        DefaultJedisClientConfig.builder().resp2().clientName("jedis-test").build());
  }

  private static Object call(Connection connection, String command, String... arguments) {
    ProtocolCommand raw = () -> command.getBytes(StandardCharsets.US_ASCII);
    connection.sendCommand(raw, arguments);
    Object reply = connection.getOne();
    return reply instanceof byte[] bytes ? new String(bytes, StandardCharsets.UTF_8) : reply;
  }

  @Test
  void theCommandsOfAStringStoreWork() {
    assertEquals("PONG", jedis.ping());
    assertEquals("jedis-test", jedis.clientGetname());
    assertEquals("OK", jedis.set("a", "1"));
    assertEquals("1", jedis.get("a"));
    assertNull(jedis.set("a", "2", SetParams.setParams().nx()));
    assertThrows(JedisDataException.class, () -> jedis.set("a", "2", SetParams.setParams().ex(10)));
    assertEquals(6, jedis.incrBy("a", 5));
    assertEquals(5, jedis.decr("a"));
    assertEquals(2, jedis.append("a", "x"));
    assertThrows(JedisDataException.class, () -> jedis.incr("a"));
    assertEquals("OK", jedis.mset("b", "2", "c", "3"));
    assertEquals(List.of("2", "3"), jedis.mget("b", "c"));
    assertEquals("2", jedis.getDel("b"));
    assertEquals("3", jedis.setGet("c", "4"));
    assertEquals(1, jedis.exists("b", "c"));
    assertEquals(1, jedis.del("a", "x"));
    assertEquals(1, jedis.dbSize());
    assertEquals(Set.of("c"), jedis.keys("*"));
    assertTrue(jedis.info("server").contains("klomp_version"));
  }

  @Test
  void batchesWorkAsInRedis() {
    Transaction batch = jedis.multi();
    Response<Long> count = batch.incr("n");
    batch.set("a", "1");
    assertEquals(List.of(1L, "OK"), batch.exec());
    assertEquals(1, count.get());
    jedis.watch("n");
    try (Jedis other = connect()) {
      other.incr("n");
    }
    Transaction late = jedis.multi();
    late.set("a", "2");
    assertNull(late.exec());
    assertEquals("1", jedis.get("a"));
    Transaction dropped = jedis.multi();
    dropped.set("a", "3");
    dropped.discard();
    assertEquals("1", jedis.get("a"));
  }

  @Test
  void tenThousandPipelinedCommandsAreAnsweredInOrder() {
    List<Response<Long>> replies = new ArrayList<>();
    try (Pipeline pipeline = jedis.pipelined()) {
      for (int i = 0; i < 10_000; i++) {
        replies.add(pipeline.incr("n"));
      }
      pipeline.sync();
    }
    for (int i = 0; i < replies.size(); i++) {
      assertEquals(i + 1L, replies.get(i).get());
    }
  }

  @Test
  void scansVisitEveryKey() {
    Set<String> expected = new HashSet<>();
    for (int i = 0; i < 100; i++) {
      expected.add("k" + i);
      jedis.set("k" + i, "v");
    }
    Set<String> seen = new HashSet<>();
    String cursor = ScanParams.SCAN_POINTER_START;
    do {
      ScanResult<String> page = jedis.scan(cursor, new ScanParams().match("k*").count(9));
      seen.addAll(page.getResult());
      cursor = page.getCursor();
    } while (!cursor.equals(ScanParams.SCAN_POINTER_START));
    assertEquals(expected, seen);
  }

  @Test
  void transactionsWorkThroughCustomCommands() {
    Connection connection = jedis.getConnection();
    assertEquals("OK", call(connection, "BEGIN", "SNAPSHOT", "SYNC"));
    assertEquals("OK", call(connection, "SET", "a", "1"));
    assertEquals("OK", call(connection, "SAVEPOINT", "s"));
    assertEquals("OK", call(connection, "SET", "a", "2"));
    assertEquals("OK", call(connection, "ROLLBACK", "TO", "s"));
    Object xid = call(connection, "XID");
    try (Jedis other = connect()) {
      assertNull(other.get("a"));
      assertEquals("OK", call(connection, "COMMIT"));
      assertEquals("1", other.get("a"));
      assertEquals("committed", call(other.getConnection(), "XSTATUS", xid.toString()));
    }
    JedisDataException none =
        assertThrows(JedisDataException.class, () -> call(connection, "COMMIT"));
    assertTrue(none.getMessage().startsWith("NOTXN "), none.getMessage());
  }
}
