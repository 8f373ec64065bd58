package klomp.xid;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * The snapshots in use. A holder has a slot on a line of its own, found by its thread's number, so
 * that beginning and ending a reader writes nothing that others share, or else any that is free;
 * holders beyond the number of slots go into a set, which is slower and has no end.
 */
final class SnapshotSlots {

  private static final int SLOTS = 512;
  private static final int STRIDE = 16;
  private static final int PROBES = 16;

  private final AtomicReferenceArray<Snapshot> slots =
      new AtomicReferenceArray<>((SLOTS + 1) * STRIDE);

  /** Scatters those who find their slot taken. Raced for; the worst outcome is one more probe. */
  private int turn;

  private final Set<SnapshotHold> overflow = ConcurrentHashMap.newKeySet();

  /** Puts {@code snapshot} into a free slot. */
  SnapshotHold claim(Snapshot snapshot) {
    int slot = (int) (Thread.currentThread().getId() * 0x9E3779B9L >>> 7);
    for (int probe = 0; probe < PROBES; probe++) {
      int at = ((slot & SLOTS - 1) + 1) * STRIDE;
      if (slots.getPlain(at) == null && slots.compareAndSet(at, null, snapshot)) {
        return new SnapshotHold(this, at, snapshot);
      }
      // A thread that begins many finds its own taken, and the next ones too: so, anywhere.
      slot = ++turn * 0x9E3779B9 >>> 7;
    }
    SnapshotHold hold = new SnapshotHold(this, SnapshotHold.OVERFLOW, snapshot);
    overflow.add(hold);
    return hold;
  }

  void publish(SnapshotHold hold, int at, Snapshot snapshot) {
    if (at != SnapshotHold.OVERFLOW) {
      slots.set(at, snapshot);
    }
  }

  void release(SnapshotHold hold, int at) {
    if (at == SnapshotHold.OVERFLOW) {
      overflow.remove(hold);
    } else {
      slots.setRelease(at, null);
    }
  }

  /** All snapshots in use. */
  List<Snapshot> active() {
    List<Snapshot> active = new ArrayList<>();
    for (int slot = 1; slot <= SLOTS; slot++) {
      Snapshot snapshot = slots.get(slot * STRIDE);
      if (snapshot != null) {
        active.add(snapshot);
      }
    }
    for (SnapshotHold hold : overflow) {
      active.add(hold.snapshot());
    }
    return active;
  }

  /** The lowest {@link Snapshot#oldest()} of all in use, at most {@code most}. */
  long oldest(long most) {
    long oldest = most;
    for (int slot = 1; slot <= SLOTS; slot++) {
      Snapshot snapshot = slots.get(slot * STRIDE);
      if (snapshot != null) {
        oldest = Math.min(oldest, snapshot.oldest());
      }
    }
    for (SnapshotHold hold : overflow) {
      oldest = Math.min(oldest, hold.snapshot().oldest());
    }
    return oldest;
  }
}
