package klomp.tree;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/**
 * What is known of versions that pruning may find: an estimate of their bytes in the whole tree,
 * and the leaves in which they are many. Written by those who insert and prune, read by vacuum.
 *
 * <p>An insert notes its leaf when half of the leaf's versions are superseded, or all of them. So a
 * range that is being deleted is visited leaf by leaf, however large the rest of the tree is.
 *
 * <p>Safe for use by any number of threads.
 */
public final class Garbage {

  /** More leaves are not noted: the estimate then brings about a sweep of the whole tree. */
  static final int MOST_PLACES = 1024;

  /** A leaf that is worth a visit is noted again after that many more. */
  public static final int STEP = 16;

  /**
   * A leaf to visit.
   *
   * @param pid the leaf's page when it was noted; only to note it once
   * @param key and {@code stamp}, a version in it
   * @param xid who wrote that version: nothing is to be gained before it has ended
   * @param blocked it was visited in vain: nothing is to be gained before all snapshots see the
   *     version
   */
  @SuppressWarnings("ArrayRecordComponent")
  public record Place(long pid, byte[] key, long stamp, long xid, boolean blocked) {}

  private final LongAdder added = new LongAdder();
  private final LongAdder removed = new LongAdder();

  /** By page, eldest first. Guarded by this. */
  private final Map<Long, Place> places = new LinkedHashMap<>();

  private volatile int size;
  private volatile Runnable listener = () -> {};

  /** Whether a leaf, which is latched and has just got a version, is to be noted. */
  static boolean isWorthAVisit(ByteBuffer leaf) {
    int superseded = Leaf.superseded(leaf);
    int count = Node.count(leaf);
    return superseded >= count || (superseded % STEP == 0 && superseded * 2 >= count);
  }

  /**
   * Bytes that a version takes when it becomes garbage, but for what its key shares with others.
   */
  public static long bytesOf(byte[] key, byte[] value) {
    int valueBytes = value == null ? 0 : value.length;
    return (long) NodeLayout.SLOT_BYTES + NodeLayout.LEAF_RECORD + key.length + valueBytes;
  }

  /** Has {@code task} run when a leaf is noted. Before the first insert. */
  public void onNote(Runnable task) {
    listener = task;
  }

  /** Estimated bytes of versions that nobody will need once no snapshot is older than now. */
  public long bytes() {
    return Math.max(0, added.sum() - removed.sum());
  }

  /** All bytes ever added to the estimate. */
  public long added() {
    return added.sum();
  }

  /** Raises the estimate, for example by what an aborted transaction has left. */
  public void add(long more) {
    added.add(more);
  }

  void remove(long less) {
    removed.add(less);
  }

  /** Lowers the estimate to {@code most}: it counts what was pruned in another way, too. */
  public void limit(long most) {
    removed.add(Math.max(0, bytes() - most));
  }

  void note(long pid, byte[] key, long stamp, long xid) {
    synchronized (this) {
      if (places.size() >= MOST_PLACES || places.containsKey(pid)) {
        return;
      }
      places.put(pid, new Place(pid, key.clone(), stamp, xid, false));
      size = places.size();
    }
    listener.run();
  }

  /** How many leaves are noted. */
  public int size() {
    return size;
  }

  /** The leaves that are noted, eldest first. */
  public synchronized List<Place> places() {
    return new ArrayList<>(places.values());
  }

  /** Takes a leaf off the list, so that it can be noted again. */
  public synchronized void remove(Place place) {
    places.remove(place.pid(), place);
    size = places.size();
  }

  /**
   * Notes a leaf that was visited too early, unless it was noted again meanwhile.
   *
   * @param xid all snapshots must see it before another visit is worth it
   */
  public synchronized void block(Place place, long xid) {
    if (places.size() < MOST_PLACES) {
      places.putIfAbsent(
          place.pid(), new Place(place.pid(), place.key(), place.stamp(), xid, true));
      size = places.size();
    }
  }
}
