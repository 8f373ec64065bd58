package klomp.clog;

import java.util.concurrent.atomic.AtomicLong;
import klomp.host.Host;

/**
 * The slots of a strategy that replaces pages, in one bank or several, and the thread that writes
 * for them. A page belongs to the bank {@code page % banks}. At most one bank's lock is held at a
 * time.
 */
public final class BufferPool {

  private static final int SLOTS_AT_ONCE = 16;

  /** How a slot is found within its bank. */
  public enum Search {
    /** One slot after the other: costs more the more there are. */
    SCAN {
      @Override
      SlotDirectory directory(int slots) {
        return new ScannedSlots(slots);
      }
    },
    /** By a table: costs the same however many there are. */
    INDEX {
      @Override
      SlotDirectory directory(int slots) {
        return new IndexedSlots(slots);
      }
    };

    abstract SlotDirectory directory(int slots);
  }

  /**
   * What a pool looks like.
   *
   * @param banks at least one
   * @param slots of each bank, at least two: one for the newest page, which is never evicted
   * @param search how a slot is found
   */
  public record Shape(int banks, int slots, Search search) {

    public Shape {
      if (banks < 1 || slots < 2) {
        throw new IllegalArgumentException("no pool: " + banks + " banks of " + slots + " slots");
      }
    }
  }

  private final SegmentFiles files;
  private final Host host;
  private final ClogMetrics metrics;
  private final AtomicLong newestPage = new AtomicLong(-1);
  private final EngineThread writer;
  private final Bank[] banks;
  private final int slots;

  public BufferPool(SegmentFiles files, Host host, ClogMetrics metrics, Shape shape) {
    this.files = files;
    this.host = host;
    this.metrics = metrics;
    this.writer = new EngineThread(host, "klomp-clog-writer");
    this.slots = shape.slots();
    this.banks = new Bank[shape.banks()];
    for (int i = 0; i < banks.length; i++) {
      banks[i] = new Bank(this, new ControlLock(host, metrics), shape);
    }
  }

  public int bankCount() {
    return banks.length;
  }

  public int bankOf(long page) {
    return (int) (page % banks.length);
  }

  public Bank bank(int number) {
    return banks[number];
  }

  /** To be called before a page is set: keeps the newest one resident. */
  public void raiseNewestPage(long page) {
    if (page > newestPage.get()) {
      newestPage.accumulateAndGet(page, Math::max);
    }
  }

  /** A few slots at a time, so that victims need not wait for all of them. */
  public void flush() {
    for (Bank bank : banks) {
      for (int from = 0; from < slots; from += SLOTS_AT_ONCE) {
        int first = from;
        writer.call(() -> bank.writeDirty(first, first + SLOTS_AT_ONCE));
      }
    }
    files.sync();
  }

  public void truncate(long firstPage) {
    for (Bank bank : banks) {
      bank.dropBelow(firstPage);
    }
    files.removeBelow(firstPage);
  }

  public void close() {
    try {
      writer.close();
    } finally {
      files.close();
    }
  }

  SegmentFiles files() {
    return files;
  }

  Host host() {
    return host;
  }

  ClogMetrics metrics() {
    return metrics;
  }

  EngineThread writer() {
    return writer;
  }

  AtomicLong newestPage() {
    return newestPage;
  }
}
