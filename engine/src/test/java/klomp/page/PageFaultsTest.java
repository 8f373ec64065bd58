package klomp.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.Arrays;
import java.util.zip.CRC32C;
import klomp.api.CorruptStoreException;
import klomp.api.FormatVersionException;
import klomp.api.NotAStoreException;
import klomp.api.StorageException;
import klomp.api.StoreException;
import klomp.metrics.Metrics;
import org.junit.jupiter.api.Test;

final class PageFaultsTest {

  private static final long SMALLEST = 64L * PagePool.PAGE_BYTES;

  private final CrashHost host = new CrashHost();

  private PagePool open() {
    return PagePool.open(host, host, "pages", SMALLEST, new Metrics());
  }

  private void checkpoint(PagePool pool, byte[] state) {
    pool.beginCheckpoint();
    pool.completeCheckpoint(state);
  }

  private void makePages(int count) {
    try (PagePool pool = open()) {
      CounterPages owner = new CounterPages(pool);
      for (int i = 0; i < count; i++) {
        owner.create(i);
      }
      checkpoint(pool, null);
    }
  }

  @Test
  void everyFlippedByteOfAStoredPageIsFound() {
    makePages(1);
    byte[] good = host.content("pages");
    int from = RootLayout.UNITS * Place.UNIT;
    int stored;
    try (PagePool pool = open()) {
      stored = PageLayout.storedBytes(pool.bytes(pool.frameOf(1)));
    }
    for (int at = from; at < from + stored; at += 331) {
      byte[] bad = good.clone();
      bad[at] ^= 0x10;
      host.setContent("pages", bad);
      try (PagePool pool = open()) {
        String message =
            assertThrows(CorruptStoreException.class, () -> pool.frameOf(1)).getMessage();
        assertTrue(message.contains("page 1 at units 8.."), message);
      }
    }
  }

  @Test
  void everyFlippedByteOfTheMapIsFoundAtOpening() {
    makePages(1);
    byte[] good = host.content("pages");
    try (PagePool pool = open()) {
      checkpoint(pool, null);
    }
    makeNewestRootTheOnlyOne(good);
    int found = 0;
    for (int unit = RootLayout.UNITS; unit < 40; unit++) {
      byte[] bad = host.content("pages");
      bad[unit * Place.UNIT + 8] ^= 1;
      CrashHost other = new CrashHost();
      other.setContent("pages", bad);
      try (PagePool pool = PagePool.open(other, other, "pages", SMALLEST, new Metrics())) {
        assertEquals(1, pool.livePages());
      } catch (CorruptStoreException e) {
        found++;
      }
    }
    assertEquals(MapLayout.CHUNK_UNITS + 1, found, "chunk and index, no other unit counts");
  }

  private void makeNewestRootTheOnlyOne(byte[] content) {
    byte[] bytes = content.clone();
    Arrays.fill(bytes, 0, RootLayout.BYTES, (byte) 0);
    host.setContent("pages", bytes);
  }

  @Test
  void ifTheNewestRootRotsNoPageIsTakenForAnOlderOne() {
    int pages = 200;
    int rounds = 7;
    try (PagePool pool = open()) {
      CounterPages owner = new CounterPages(pool);
      for (int i = 1; i <= pages; i++) {
        owner.create(0);
      }
      // The changes of the last round are evicted in part, to places of the checkpoint before.
      for (long round = 1; round <= rounds; round++) {
        for (long pid = 1; pid <= pages; pid++) {
          owner.set(pid, round);
        }
        if (round < rounds) {
          checkpoint(pool, null);
        }
      }
    }
    byte[] bytes = host.content("pages");
    bytes[(int) RootLayout.position(rounds - 1) + 20] ^= 1;
    host.setContent("pages", bytes);
    int refused = 0;
    try (PagePool pool = open()) {
      CounterPages owner = new CounterPages(pool);
      for (long pid = 1; pid <= pages; pid++) {
        try {
          assertEquals(rounds - 2, owner.read(pid));
        } catch (CorruptStoreException e) {
          refused++;
        }
      }
    } catch (CorruptStoreException e) {
      refused = pages;
    }
    assertTrue(refused > 0, "no place was written over: the test shows nothing");
  }

  @Test
  void aTruncatedFileIsRefusedAndSaidToBeTruncated() {
    makePages(300);
    byte[] bytes = host.content("pages");
    host.setContent("pages", Arrays.copyOf(bytes, 20 * Place.UNIT));
    String message = assertThrows(CorruptStoreException.class, this::open).getMessage();
    assertTrue(message.contains("truncated"), message);
    host.setContent("pages", Arrays.copyOf(bytes, 100));
    assertThrows(CorruptStoreException.class, this::open);
  }

  @Test
  void aNewerFormatIsRefusedWithBothVersions() {
    makePages(1);
    byte[] bytes = host.content("pages");
    bytes[8] = 9;
    CRC32C crc = new CRC32C();
    crc.update(bytes, 0, 12);
    crc.update(bytes, 16, RootLayout.BYTES - 16);
    for (int i = 0; i < 4; i++) {
      bytes[12 + i] = (byte) (crc.getValue() >>> (8 * i));
    }
    host.setContent("pages", bytes);
    String message = assertThrows(FormatVersionException.class, this::open).getMessage();
    assertTrue(message.contains("version 9") && message.contains("up to 1"), message);
  }

  @Test
  void somethingElseIsNotAStore() {
    host.setContent("pages", "To whom it may concern".getBytes());
    assertThrows(NotAStoreException.class, this::open);
    host.setContent("pages", new byte[1 << 20]);
    assertThrows(NotAStoreException.class, this::open);
    host.setContent("pages", new byte[0]);
    assertThrows(NotAStoreException.class, this::open);
  }

  @Test
  void bothRootBlocksBrokenIsCorrupt() {
    makePages(1);
    byte[] bytes = host.content("pages");
    bytes[30] ^= 1;
    bytes[RootLayout.BYTES + 30] ^= 1;
    host.setContent("pages", bytes);
    assertThrows(CorruptStoreException.class, this::open);
  }

  @Test
  void afterOneFailedSyncNothingIsEverWrittenAgain() {
    long pid;
    try (PagePool pool = open()) {
      CounterPages owner = new CounterPages(pool);
      pid = owner.create(1);
      checkpoint(pool, new byte[] {1});
      owner.set(pid, 2);
      host.failNextSync();
      int syncs = host.syncs();
      StorageException first =
          assertThrows(StorageException.class, () -> checkpoint(pool, new byte[] {2}));
      assertEquals("Input/output error", first.getCause().getMessage());
      assertEquals(syncs + 1, host.syncs());
      StoreException second = assertThrows(StorageException.class, pool::beginCheckpoint);
      assertSame(first.getCause(), second.getCause());
      assertThrows(StorageException.class, () -> pool.completeCheckpoint(null));
      assertThrows(StorageException.class, pool::allocate);
      int frame = owner.lock(pid);
      assertThrows(StorageException.class, () -> pool.beforeChange(frame));
      owner.unlock(frame);
      assertEquals(2, owner.read(pid), "what is resident can still be read");
      assertEquals(syncs + 1, host.syncs(), "a failed sync is never repeated");
    }
    try (PagePool pool = open()) {
      assertEquals(1, pool.state()[0]);
      assertEquals(1, new CounterPages(pool).read(pid));
    }
  }

  @Test
  void aFullDiskFailsThoseWhoWaitForAFrame() {
    try (PagePool pool = open()) {
      CounterPages owner = new CounterPages(pool);
      host.failNextWrite();
      assertThrows(
          StorageException.class,
          () -> {
            for (int i = 0; i < 10_000; i++) {
              owner.create(i);
            }
          });
      assertThrows(StorageException.class, pool::allocate);
    }
  }

  @Test
  void evictionNeverSyncs() {
    try (PagePool pool = open()) {
      CounterPages owner = new CounterPages(pool);
      int before = host.syncs();
      for (int i = 0; i < 2000; i++) {
        owner.create(i);
      }
      assertEquals(before, host.syncs());
      checkpoint(pool, null);
      assertEquals(before + 2, host.syncs());
      assertNotSame(null, host.syncer());
      assertSame(Thread.currentThread(), host.syncer(), "on the checkpointing thread");
    }
  }

  @Test
  void aClosedPoolReleasesWhoeverWaits() {
    PagePool pool = open();
    pool.close();
    assertThrows(StoreException.class, pool::allocate);
  }
}
