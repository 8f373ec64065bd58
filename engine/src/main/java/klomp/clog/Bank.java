package klomp.clog;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.stream.IntStream;
import klomp.host.Host;
import klomp.metrics.WaitEvent;

/**
 * Slots under one control lock, with their own LRU; a pool is one bank or several.
 *
 * <p>Lock contract. Exclusive guards which page a slot holds, its state and its I/O. Shared is
 * enough to find a page and to read or set its words by whatever rule the strategy has; it keeps
 * every page where it is. Two fields are written under the shared lock on purpose: the use counts,
 * where the worst outcome of a race is a poor victim, and the dirty flags, which are only ever
 * raised there (after the words, so that a writer who took the flag down before copying either
 * copies the words or finds the flag up again). No lock is held during I/O: the state of the slot
 * stands for it, and whoever needs the slot meanwhile waits for the end of it and looks again from
 * the start, since the slot may then hold another page.
 *
 * <p>After PostgreSQL's slru.c.
 */
public final class Bank {

  private static final int NONE = SlotDirectory.NONE;

  private final ControlLock control;
  private final Host host;
  private final SegmentFiles files;
  private final EngineThread writer;
  private final ClogMetrics metrics;

  /** Never evicted: the page that commits go to. Shared by all banks. */
  private final AtomicLong newestPage;

  private final SlotDirectory directory;
  private final long[] pages;
  private final SlotState[] states;
  private final boolean[] dirty;
  private final long[][] words;
  private final SlotIo[] io;

  /** One read or write under way; guarded by the control lock. */
  private static final class SlotIo {
    boolean done;
    Throwable failure;

    /** Made by the first who waits. */
    Condition end;
  }

  Bank(BufferPool pool, ControlLock control, BufferPool.Shape shape) {
    this.control = control;
    int slots = shape.slots();
    this.directory = shape.search().directory(slots);
    this.host = pool.host();
    this.files = pool.files();
    this.writer = pool.writer();
    this.metrics = pool.metrics();
    this.newestPage = pool.newestPage();
    pages = new long[slots];
    states = new SlotState[slots];
    Arrays.fill(states, SlotState.EMPTY);
    dirty = new boolean[slots];
    words = new long[slots][];
    StatusWords statusWords = new StatusWords(files.geometry());
    for (int slot = 0; slot < slots; slot++) {
      words[slot] = statusWords.newPage();
    }
    io = new SlotIo[slots];
  }

  public ControlLock control() {
    return control;
  }

  /** The slot that holds the page, or -1. Control lock: shared, kept. */
  public int find(long page) {
    int slot = directory.find(page);
    if (slot == NONE || states[slot] == SlotState.READING) {
      return NONE;
    }
    metrics.hit();
    directory.used(slot);
    return slot;
  }

  /**
   * The slot that holds the page, once it does. Control lock: exclusive on entry and exit, given up
   * meanwhile if the page must be read or a victim written.
   *
   * @throws klomp.api.StorageException if the page could not be read, or a victim not written
   */
  public int load(long page) {
    assert control.isHeldExclusively();
    boolean missed = false;
    while (true) {
      int slot = directory.find(page);
      if (slot == NONE) {
        missed = true;
        int victim = victim();
        if (victim != NONE) {
          metrics.missed();
          read(victim, page);
          return victim;
        }
      } else if (states[slot] == SlotState.READING) {
        missed = true;
        metrics.missed();
        await(io[slot]);
      } else {
        if (!missed) {
          metrics.hit();
        }
        directory.used(slot);
        return slot;
      }
    }
  }

  /** The words of a slot. Control lock: shared or exclusive, held as long as they are used. */
  public long[] words(int slot) {
    return words[slot];
  }

  /** To be called after its words were changed, under the same lock. */
  public void markDirty(int slot) {
    if (!dirty[slot]) {
      dirty[slot] = true;
    }
  }

  /**
   * Writes the pages that are dirty now in the slots from {@code from} to before {@code to}. On the
   * engine thread; no lock held.
   */
  void writeDirty(int from, int to) {
    for (int slot : dirtySlots(from, Math.min(to, pages.length))) {
      write(slot);
    }
  }

  private int[] dirtySlots(int from, int to) {
    control.lockExclusive();
    try {
      return IntStream.range(from, to).filter(slot -> dirty[slot]).toArray();
    } finally {
      control.unlockExclusive();
    }
  }

  /** Drops the pages below {@code firstPage} unwritten. On any thread; no lock held. */
  void dropBelow(long firstPage) {
    control.lockExclusive();
    try {
      for (int slot = 0; slot < pages.length; slot++) {
        if (states[slot] != SlotState.EMPTY && pages[slot] < firstPage) {
          // A page in I/O stays as a clean one that nobody asks for. A write that has not begun
          // finds nothing to do; if a late setter dirties it, SegmentFiles drops the write.
          dirty[slot] = false;
          if (states[slot] == SlotState.VALID) {
            empty(slot);
          }
        }
      }
    } finally {
      control.unlockExclusive();
    }
  }

  /**
   * A slot to read into, EMPTY; or -1 if the lock was given up, so that all must be looked at anew.
   */
  private int victim() {
    int empty = directory.empty();
    if (empty != NONE) {
      return empty;
    }
    long newest = newestPage.get();
    int best =
        directory.leastRecentlyUsed(
            slot -> states[slot] == SlotState.VALID && pages[slot] != newest);
    if (best == NONE) {
      // All others are in I/O: one of them will be free. Its own failure is not ours.
      int busy = directory.leastRecentlyUsed(slot -> states[slot] != SlotState.VALID);
      awaitEnd(io[busy]);
      return NONE;
    }
    if (dirty[best]) {
      await(startWrite(best));
      return NONE;
    }
    empty(best);
    metrics.evicted();
    return best;
  }

  private void empty(int slot) {
    directory.remove(pages[slot], slot);
    states[slot] = SlotState.EMPTY;
    dirty[slot] = false;
  }

  private void read(int slot, long page) {
    SlotIo read = new SlotIo();
    io[slot] = read;
    pages[slot] = page;
    directory.put(page, slot);
    states[slot] = SlotState.READING;
    control.unlockExclusive();
    Throwable failure = null;
    try {
      // The array stays with its slot: nobody has it but who holds the lock, or writes the page.
      files.read(page, words[slot]);
    } catch (Throwable e) {
      failure = e;
    }
    control.lockExclusive();
    if (failure == null) {
      states[slot] = SlotState.VALID;
      directory.used(slot);
    } else {
      empty(slot);
      read.failure = failure;
    }
    end(slot, read);
    Failures.throwOwn(failure);
  }

  /** Gives the page to the engine thread. */
  private SlotIo startWrite(int slot) {
    files.checkUsable();
    SlotIo write = new SlotIo();
    writer.execute(() -> finishWrite(slot, write));
    io[slot] = write;
    states[slot] = SlotState.WRITING;
    return write;
  }

  /** On the engine thread; the state keeps the page in its slot. */
  private void finishWrite(int slot, SlotIo write) {
    Throwable failure = null;
    try {
      write(slot);
    } catch (Throwable e) {
      failure = e;
    }
    control.lockExclusive();
    try {
      states[slot] = SlotState.VALID;
      write.failure = failure;
      end(slot, write);
    } finally {
      control.unlockExclusive();
    }
  }

  /**
   * Writes the page if it is dirty, on the engine thread. A slot that waits for {@link
   * #finishWrite} is written here too, as that write may come too late for a checkpoint.
   */
  private void write(int slot) {
    SlotIo own = null;
    long page;
    long[] source;
    control.lockExclusive();
    try {
      if (!dirty[slot] || states[slot] == SlotState.EMPTY || states[slot] == SlotState.READING) {
        return;
      }
      if (states[slot] == SlotState.VALID) {
        own = new SlotIo();
        io[slot] = own;
        states[slot] = SlotState.WRITING;
      }
      page = pages[slot];
      source = words[slot];
      // Down before the words are copied: who sets from here on raises it again.
      dirty[slot] = false;
    } finally {
      control.unlockExclusive();
    }
    boolean written = false;
    try {
      files.write(page, source);
      written = true;
    } finally {
      control.lockExclusive();
      try {
        if (!written) {
          dirty[slot] = true;
        }
        if (own != null) {
          states[slot] = SlotState.VALID;
          end(slot, own);
        }
      } finally {
        control.unlockExclusive();
      }
    }
  }

  private void end(int slot, SlotIo finished) {
    finished.done = true;
    io[slot] = null;
    if (finished.end != null) {
      control.signalAll(finished.end);
    }
  }

  private void await(SlotIo running) {
    awaitEnd(running);
    Failures.rethrow(running.failure);
  }

  private void awaitEnd(SlotIo running) {
    WaitEvent event = metrics.slotIo();
    event.begin();
    long begin = host.nanoTime();
    if (running.end == null) {
      running.end = control.newCondition();
    }
    while (!running.done) {
      control.await(running.end);
    }
    event.end(host.nanoTime() - begin);
  }
}
