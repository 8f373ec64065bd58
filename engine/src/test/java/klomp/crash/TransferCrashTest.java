package klomp.crash;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import klomp.Klomp;
import klomp.api.Durability;
import klomp.api.RetryPolicy;
import klomp.api.Savepoint;
import klomp.api.Store;
import klomp.api.StoreOptions;
import klomp.api.Transaction;
import klomp.api.TransactionOptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Eight writers move amounts between accounts until the process is killed at a random moment; after
 * each restart the sum is right and every acknowledged transfer is there. Rounds by {@code
 * -Dklomp.crash.rounds=50}.
 */
class TransferCrashTest {

  private static final int WRITERS = 8;
  private static final int ACCOUNTS = 100;
  private static final long SUM = ACCOUNTS * 1000L;

  @TempDir Path directory;

  @Test
  void nothingAcknowledgedIsLostByKill9() throws Exception {
    int rounds = Integer.getInteger("klomp.crash.rounds", 5);
    long seed = System.nanoTime();
    Random random = new Random(seed);
    long[] acknowledged = new long[WRITERS];
    for (int round = 0; round < rounds; round++) {
      try (ChildProcess child =
          new ChildProcess(Writer.class, directory.toString(), Long.toString(random.nextLong()))) {
        int lines = 1 + random.nextInt(4_000);
        for (int i = 0; i < lines; i++) {
          acknowledge(acknowledged, child.readLine());
        }
        child.kill();
        // What stood in the pipe was printed after its commit, so it counts as well.
        for (String line; (line = child.readLine()) != null && line.endsWith("."); ) {
          acknowledge(acknowledged, line);
        }
      }
      verify(acknowledged, "seed " + seed + " round " + round);
    }
  }

  private static void acknowledge(long[] acknowledged, String line) {
    assertTrue(line != null, "the writer ended by itself");
    String[] words = line.substring(0, line.length() - 1).split(" ");
    acknowledged[Integer.parseInt(words[0])] = Long.parseLong(words[1]);
  }

  private void verify(long[] acknowledged, String what) {
    try (Store store = Klomp.open(directory, options());
        Transaction t = store.begin(TransactionOptions.READ_ONLY)) {
      long sum = 0;
      for (int account = 0; account < ACCOUNTS; account++) {
        sum += number(t.get(account(account)));
      }
      assertEquals(SUM, sum, what);
      for (int writer = 0; writer < WRITERS; writer++) {
        long stored = number(t.get(counter(writer)));
        assertTrue(
            stored >= acknowledged[writer],
            what + ": writer " + writer + " has " + stored + " of " + acknowledged[writer]);
        acknowledged[writer] = stored;
      }
    }
  }

  private static StoreOptions options() {
    return StoreOptions.DEFAULT
        .withDurability(Durability.SYNC)
        .withTuning(
            StoreOptions.Tuning.DEFAULT
                .withCacheBytes(2 << 20)
                .withWal(1 << 20, 1 << 20)
                .withCheckpoint(2 << 20, Duration.ofMillis(300)));
  }

  private static byte[] account(int account) {
    return ("account" + account).getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  private static byte[] counter(int writer) {
    return ("counter" + writer).getBytes(java.nio.charset.StandardCharsets.UTF_8);
  }

  private static long number(byte[] bytes) {
    return bytes == null ? 0 : ByteBuffer.wrap(bytes).getLong();
  }

  private static byte[] bytes(long number) {
    return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
  }

  /** The process that is killed. */
  static final class Writer {

    private Writer() {}

    public static void main(String[] arguments) throws Exception {
      Store store = Klomp.open(Path.of(arguments[0]), options());
      store.transact(
          t -> {
            if (t.get(account(0)) == null) {
              for (int account = 0; account < ACCOUNTS; account++) {
                t.put(account(account), bytes(1000));
              }
            }
            return null;
          });
      for (int writer = 0; writer < WRITERS; writer++) {
        int number = writer;
        new Thread(() -> transfer(store, number, Long.parseLong(arguments[1]) + number)).start();
      }
    }

    private static void transfer(Store store, int writer, long seed) {
      Random random = new Random(seed);
      RetryPolicy forever =
          new RetryPolicy(Integer.MAX_VALUE, Duration.ofMillis(1), Duration.ofMillis(20));
      while (true) {
        int from = random.nextInt(ACCOUNTS);
        int to = random.nextInt(ACCOUNTS);
        long amount = random.nextInt(50);
        long count =
            store.transact(
                TransactionOptions.DEFAULT,
                forever,
                t -> {
                  t.put(account(from), bytes(number(t.getForUpdate(account(from))) - amount));
                  Savepoint savepoint = t.savepoint("s");
                  t.put(account(to), bytes(1));
                  t.rollbackTo(savepoint);
                  t.put(account(to), bytes(number(t.getForUpdate(account(to))) + amount));
                  long next = number(t.get(counter(writer))) + 1;
                  t.put(counter(writer), bytes(next));
                  return next;
                });
        synchronized (System.out) {
          System.out.println(writer + " " + count + ".");
        }
      }
    }
  }
}
