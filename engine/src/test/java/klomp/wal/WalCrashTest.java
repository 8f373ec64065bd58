package klomp.wal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import klomp.api.CorruptStoreException;
import klomp.api.StorageException;
import klomp.api.StoreException;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(120)
class WalCrashTest {

  private static final byte[] KEY = {1};

  private static LogEntry put(Wal wal, long xid, int bytes) {
    byte[] value = new byte[bytes];
    value[0] = (byte) xid;
    return LogEntry.put(wal.appendPut(xid, KEY, value), xid, KEY, value);
  }

  /** Flips a bit of the log. */
  private static void damage(RecordingHost host, long lsn) {
    for (Segment segment : segments(host)) {
      if (segment.start() <= lsn && lsn < segment.end()) {
        host.bytes(segment.name())[(int) (lsn - segment.start())] ^= 4;
        return;
      }
    }
    throw new AssertionError("no segment holds " + lsn);
  }

  private static List<Segment> segments(RecordingHost host) {
    try {
      return WalSegments.list(host.directory());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void powerLossKeepsEverythingAcknowledgedAndAPrefixOfTheRest() {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int history = 0; history < 10; history++) {
      RecordingHost host = new RecordingHost();
      List<LogEntry> kept = List.of();
      // Everything below was given up to recycling, as a checkpoint does.
      long floor = 0;
      for (int life = 0; life < 6; life++) {
        List<LogEntry> appended = new ArrayList<>(kept);
        WalEnd end = WalReader.read(host.directory(), floor, new LogEntry.Collector());
        Wal wal = Wal.open(host, host.directory(), LogFixture.SMALL, end.next(), new Metrics());
        int acknowledged = kept.size();
        long noted = floor;
        for (int i = random.nextInt(200); i > 0; i--) {
          int most = random.nextInt(20) == 0 ? 300_000 : 2000;
          appended.add(LogFixture.appendAny(wal, random, i, most));
          if (random.nextInt(20) == 0) {
            acknowledged = appended.size();
            wal.awaitDurable(appended.get(acknowledged - 1).lsn());
          }
          if (random.nextInt(30) == 0) {
            noted = wal.position();
          }
          if (random.nextInt(60) == 0 && noted <= wal.durablePosition()) {
            floor = noted;
            wal.recycle(floor);
            long below = floor;
            int before = appended.size();
            appended.removeIf(entry -> entry.lsn() < below);
            acknowledged = Math.max(0, acknowledged - (before - appended.size()));
          }
        }
        RecordingHost after = host.afterPowerLoss(random);
        wal.close();
        List<LogEntry> found = LogFixture.read(after, floor);
        assertTrue(found.size() >= acknowledged, "an acknowledged one is gone");
        assertTrue(found.size() <= appended.size());
        assertEquals(appended.subList(0, found.size()), found);
        kept = found;
        host = after;
      }
    }
  }

  @Test
  void oneFailedFileOperationLosesNothingAcknowledged() {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    int operations = 0;
    for (boolean failed = true; failed; operations++) {
      RecordingHost host = new RecordingHost();
      List<LogEntry> acknowledged = new ArrayList<>();
      long floor = work(host, acknowledged, 0);
      host.failAt.set(operations);
      floor = work(host, acknowledged, floor);
      failed = host.failAt.getAndSet(-1) < 0;
      RecordingHost after = host.afterPowerLoss(random);
      floor = work(after, acknowledged, floor);
      long from = floor;
      acknowledged.removeIf(entry -> entry.lsn() < from);
      List<LogEntry> found = LogFixture.read(after, from);
      assertTrue(found.containsAll(acknowledged), "operation " + operations);
    }
    assertTrue(operations > 50, "only " + operations + " operations");
  }

  /** A life of the log that recycles once; it may fail. Returns the new floor. */
  private static long work(RecordingHost host, List<LogEntry> acknowledged, long floor) {
    long newFloor = floor;
    try {
      WalEnd end = WalReader.read(host.directory(), floor, new LogEntry.Collector());
      Wal wal = Wal.open(host, host.directory(), LogFixture.PATIENT, end.next(), new Metrics());
      try (wal) {
        for (int i = 0; i < 8; i++) {
          LogEntry entry = put(wal, i, 30_000);
          wal.awaitDurable(entry.lsn());
          acknowledged.add(entry);
          if (i == 5) {
            newFloor = entry.lsn();
            wal.recycle(newFloor);
          }
        }
      }
    } catch (StorageException e) {
      assertTrue(e.getMessage().contains("log"), e.getMessage());
    }
    return newFloor;
  }

  @Test
  void damageInTheLastBatchEndsTheLogExactlyBeforeTheRecord() {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    for (int round = 0; round < 40; round++) {
      RecordingHost host = new RecordingHost();
      List<LogEntry> written = new ArrayList<>();
      long end;
      try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
        for (int i = 0; i < 30; i++) {
          written.add(put(wal, i, 1 + random.nextInt(300)));
        }
        end = wal.position();
      }
      int victim = random.nextInt(written.size());
      long from = written.get(victim).lsn();
      long next = victim + 1 < written.size() ? written.get(victim + 1).lsn() : end;
      int body =
          WalLayout.BODY
              + 1
              + Integer.parseInt(written.get(victim).content().replaceAll(".*=(\\d+):.*", "$1"));
      assertTrue(from + body <= next);
      damage(host, from + random.nextInt(body));
      assertEquals(written.subList(0, victim), LogFixture.read(host, 0));
      assertEquals(from, LogFixture.end(host).lsn());
    }
  }

  @Test
  void damageOfADurableRecordIsToldFromTheEndOfTheLog() {
    RecordingHost host = new RecordingHost();
    LogEntry victim;
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      put(wal, 1, 100);
      victim = put(wal, 2, 100);
      wal.awaitDurable(victim.lsn());
      put(wal, 3, 100);
    }
    damage(host, victim.lsn() + 40);
    CorruptStoreException failure =
        assertThrows(CorruptStoreException.class, () -> LogFixture.read(host, 0));
    assertTrue(failure.getMessage().contains("at " + victim.lsn()), failure.getMessage());
  }

  @Test
  void damageInAnEarlierLifeIsToldFromItsEnd() {
    RecordingHost host = new RecordingHost();
    LogEntry victim;
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      put(wal, 1, 100);
      victim = put(wal, 2, 100);
    }
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      put(wal, 3, 100);
    }
    damage(host, victim.lsn() + 40);
    assertThrows(CorruptStoreException.class, () -> LogFixture.read(host, 0));
  }

  @Test
  void aMissingSegmentIsDamage() throws Exception {
    RecordingHost host = new RecordingHost();
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      for (int i = 0; i < 10; i++) {
        wal.awaitDurable(put(wal, i, 30_000).lsn());
      }
    }
    host.directory().delete(segments(host).get(2).name());
    assertThrows(CorruptStoreException.class, () -> LogFixture.read(host, 0));
  }

  @Test
  void theTailOfAnEarlierLifeIsNotTakenForTheContinuation() {
    RecordingHost host = new RecordingHost();
    List<LogEntry> stale = new ArrayList<>();
    LogEntry torn;
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      torn = put(wal, 1, 100);
      for (int i = 0; i < 20; i++) {
        stale.add(put(wal, 2, 100));
      }
    }
    // The first record of life 1 is torn, so life 2 begins at the same place.
    damage(host, torn.lsn());
    List<LogEntry> written = new ArrayList<>();
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      assertEquals(2, wal.life());
      assertEquals(torn.lsn(), wal.position());
      for (int i = 0; i < 5; i++) {
        written.add(put(wal, 3, 100));
      }
      assertTrue(stale.stream().anyMatch(entry -> entry.lsn() == wal.position()));
    }
    assertEquals(written, LogFixture.read(host, 0));
    // Also not where a reading begins at the very end, without any record of life 2.
    assertEquals(List.of(), LogFixture.read(host, LogFixture.end(host).lsn()));
  }

  @Test
  void recycledSegmentsNeverShowTheirOldRecords() {
    RecordingHost host = new RecordingHost();
    Metrics metrics = new Metrics();
    List<LogEntry> written = new ArrayList<>();
    long from = 0;
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT, metrics)) {
      for (int i = 0; i < 3000; i++) {
        written.add(put(wal, i, 1000));
        if (i % 500 == 499) {
          from = written.get(i).lsn();
          wal.awaitDurable(from);
          wal.recycle(from);
          long before = from;
          assertTrue(segments(host).stream().anyMatch(s -> s.start() > before));
        }
      }
      written.add(put(wal, 9, 100));
      wal.awaitDurable(written.get(written.size() - 1).lsn());
    }
    long begin = from;
    List<LogEntry> expected = written.stream().filter(entry -> entry.lsn() >= begin).toList();
    assertEquals(expected, LogFixture.read(host, begin));
    assertTrue(metrics.snapshot().get("wal.segmentsRecycled") > 5);
    assertThrows(CorruptStoreException.class, () -> LogFixture.read(host, 0));
  }

  @Test
  void theNextLifeGoesOnAfterTheEndWithOtherSizesToo() {
    RecordingHost host = new RecordingHost();
    List<LogEntry> written = new ArrayList<>();
    int[] sizes = {64 << 10, 1 << 20, 128 << 10, 64 << 10, 64 << 10};
    for (int life = 0; life < sizes.length; life++) {
      WalOptions options = new WalOptions(1 << 20, sizes[life], 1_000_000_000L);
      try (Wal wal = LogFixture.open(host, options)) {
        assertEquals(life + 1, wal.life());
        for (int i = 0; i < 150; i++) {
          written.add(put(wal, i, 1000 + life));
        }
      }
      assertEquals(written, LogFixture.read(host, 0));
    }
  }

  @Test
  void anEmptyLogAndEmptyLivesAreNoDamage() {
    RecordingHost host = new RecordingHost();
    assertEquals(WalStart.FIRST, LogFixture.end(host).next());
    for (int life = 1; life <= 4; life++) {
      LogFixture.open(host, LogFixture.PATIENT).close();
      assertEquals(life, LogFixture.end(host).life());
    }
    LogEntry entry;
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      entry = put(wal, 1, 10);
    }
    assertEquals(List.of(entry), LogFixture.read(host, 0));
  }

  @Test
  void aLifeIsNotLivedTwice() {
    RecordingHost host = new RecordingHost();
    LogFixture.open(host, LogFixture.PATIENT).close();
    assertThrows(
        IllegalArgumentException.class,
        () -> Wal.open(host, host.directory(), LogFixture.PATIENT, WalStart.FIRST, new Metrics()));
  }

  @Test
  void aLifeThatBeginsInsideASegmentIsRefused() {
    RecordingHost host = new RecordingHost();
    LogEntry entry;
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      entry = put(wal, 1, 10);
    }
    WalStart start = new WalStart(entry.lsn() + 64, 2, entry.lsn() + 64);
    assertThrows(
        IllegalArgumentException.class,
        () -> Wal.open(host, host.directory(), LogFixture.PATIENT, start, new Metrics()));
    assertEquals(List.of(entry), LogFixture.read(host, 0));
  }

  @Test
  void damageOfTheFileOfLivesIsTold() throws Exception {
    RecordingHost host = new RecordingHost();
    try (Wal wal = LogFixture.open(host, LogFixture.PATIENT)) {
      put(wal, 1, 10);
    }
    byte[] lives = host.bytes(LifeFile.NAME);
    for (int at = 0; at < lives.length; at++) {
      lives[at] ^= 1;
      assertThrows(StoreException.class, () -> LogFixture.read(host, 0), "byte " + at);
      lives[at] ^= 1;
    }
    assertEquals(1, LogFixture.read(host, 0).size());
    host.directory().delete(LifeFile.NAME);
    assertThrows(CorruptStoreException.class, () -> LogFixture.read(host, 0));
  }

  @Test
  void aLogThatIsGoneIsDamage() {
    assertThrows(CorruptStoreException.class, () -> LogFixture.read(new RecordingHost(), 1 << 20));
  }
}
