package klomp.wal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.LongStream;
import klomp.api.TooLargeException;
import klomp.host.HostDirectory;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WalRoundTripTest {

  private final long seed = new Random().nextLong();

  @Test
  void recordsOfManyThreadsComeBackInOrderAndWhole(@TempDir Path path) throws Exception {
    System.out.println("seed " + seed);
    SystemHost host = new SystemHost();
    HostDirectory directory = host.directory(path);
    int threads = 8;
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    List<LogEntry> written = new ArrayList<>();
    try (Wal wal = Wal.open(host, directory, LogFixture.SMALL, WalStart.FIRST, new Metrics())) {
      List<Callable<List<LogEntry>>> tasks = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        Random random = new Random(seed + i);
        long xid = 100 + i;
        tasks.add(
            () -> {
              List<LogEntry> mine = new ArrayList<>();
              for (int n = 0; n < 1000; n++) {
                int most = n % 500 == 499 ? 700_000 : 2000;
                mine.add(LogFixture.appendAny(wal, random, xid, most));
                if (n % 100 == 0) {
                  wal.awaitDurable(mine.get(n).lsn());
                }
              }
              return mine;
            });
      }
      for (Future<List<LogEntry>> done : pool.invokeAll(tasks)) {
        List<LogEntry> mine = done.get();
        for (int i = 1; i < mine.size(); i++) {
          assertTrue(mine.get(i - 1).lsn() < mine.get(i).lsn(), "an LSN goes back");
        }
        written.addAll(mine);
      }
    } finally {
      pool.shutdownNow();
    }
    written.sort(Comparator.comparingLong(LogEntry::lsn));
    LogEntry.Collector collector = new LogEntry.Collector();
    WalReader.read(directory, 0, collector);
    assertEquals(written, collector.entries);
    assertEquals(written.size(), written.stream().mapToLong(LogEntry::lsn).distinct().count());
  }

  @Test
  void aValueOf64MiBPassesThroughARingOf1MiB() {
    RecordingHost host = new RecordingHost();
    WalOptions options = new WalOptions(1 << 20, 8 << 20, LogFixture.SMALL.asyncWindowNanos());
    byte[] key = new byte[2048];
    byte[] value = LogFixture.bytes(new Random(1), 64 << 20);
    List<LogEntry> written = new ArrayList<>();
    try (Wal wal = LogFixture.open(host, options)) {
      written.add(LogEntry.put(wal.appendPut(7, key, value), 7, key, value));
      long[] subxids = LongStream.range(0, 500_000).toArray();
      written.add(LogEntry.commit(wal.appendCommit(7, subxids, subxids.length, 5), 7, subxids, 5));
      wal.awaitDurable(written.get(1).lsn());
    }
    assertEquals(written, LogFixture.read(host, 0));
  }

  @Test
  void bodiesAtTheLimitOfOneRecordComeBack() {
    RecordingHost host = new RecordingHost();
    List<LogEntry> written = new ArrayList<>();
    try (Wal wal = LogFixture.open(host, LogFixture.SMALL)) {
      byte[] key = {1, 2, 3};
      for (int extra = -70; extra <= 70; extra++) {
        byte[] value = new byte[WalLayout.MAX_BODY - key.length + extra];
        written.add(LogEntry.put(wal.appendPut(9, key, value), 9, key, value));
        written.add(LogEntry.delete(wal.appendDelete(9, key), 9, key));
      }
      byte[] empty = {};
      written.add(LogEntry.put(wal.appendPut(9, key, empty), 9, key, empty));
    }
    assertEquals(written, LogFixture.read(host, 0));
  }

  @Test
  void anArrayThatChangesWhileItIsAppendedDoesNotEndTheLog() throws Exception {
    RecordingHost host = new RecordingHost();
    byte[] value = new byte[5000];
    try (Wal wal = LogFixture.open(host, LogFixture.SMALL)) {
      Thread appending =
          new Thread(
              () -> {
                for (int i = 0; i < 2000; i++) {
                  wal.appendPut(i, new byte[] {1}, value);
                }
              });
      appending.start();
      for (byte i = 0; appending.isAlive(); i++) {
        Arrays.fill(value, i);
      }
      appending.join();
    }
    assertEquals(2000, LogFixture.read(host, 0).size());
  }

  @Test
  void aRefusedArgumentLeavesTheLogSound() {
    RecordingHost host = new RecordingHost();
    List<LogEntry> written = new ArrayList<>();
    try (Wal wal = LogFixture.open(host, LogFixture.SMALL)) {
      byte[] key = {1};
      written.add(LogEntry.delete(wal.appendDelete(1, key), 1, key));
      assertThrows(IndexOutOfBoundsException.class, () -> wal.appendCommit(1, new long[1], 2, 0));
      assertThrows(NullPointerException.class, () -> wal.appendPut(1, key, null));
      assertThrows(TooLargeException.class, () -> wal.appendDelete(1, new byte[100_000]));
      written.add(LogEntry.delete(wal.appendDelete(1, key), 1, key));
      wal.sync();
    }
    assertEquals(written, LogFixture.read(host, 0));
  }

  @Test
  void aReadingMayBeginAtAnyRecord() {
    RecordingHost host = new RecordingHost();
    Random random = new Random(seed);
    System.out.println("seed " + seed);
    List<LogEntry> written = new ArrayList<>();
    try (Wal wal = LogFixture.open(host, LogFixture.SMALL)) {
      for (int i = 0; i < 500; i++) {
        written.add(LogFixture.appendAny(wal, random, i, 3000));
      }
    }
    for (int i = 0; i < written.size(); i += 50) {
      assertEquals(written.subList(i, written.size()), LogFixture.read(host, written.get(i).lsn()));
    }
  }
}
