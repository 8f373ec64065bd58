package klomp.xid;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The snapshots that were in use at one instant, and the newest one for all to come. Immutable, and
 * right for pruning however late it is used.
 *
 * <p>Snapshots are ordered by time: what one has as finished, all later ones have. So who sees a
 * version is said by one number, the <i>moment</i> of the first snapshot that does: how many
 * transactions had ended when it was taken. Every snapshot from that moment on sees it, whenever it
 * is taken; and none of those in use that were taken before.
 *
 * <p><b>Why it may be used late.</b> The newest is taken first, the slots are read afterwards.
 * Whoever holds an older one had announced it before, and is found; all others have the newest or a
 * later one, which sees at least as much.
 */
public final class LiveSnapshots {

  /** The moment of what all snapshots see. */
  public static final long ALWAYS = 0;

  /** The moment of what the newest snapshot does not see. */
  public static final long NEVER = Long.MAX_VALUE;

  /** Oldest first, each moment once; the last one is the newest. */
  private final Snapshot[] byAge;

  private LiveSnapshots(Snapshot[] byAge) {
    this.byAge = byAge;
  }

  /**
   * @param newest taken before {@code active} was read
   */
  static LiveSnapshots of(Snapshot newest, List<Snapshot> active) {
    active.sort(Comparator.comparingLong(Snapshot::sequence));
    List<Snapshot> byAge = new ArrayList<>();
    long last = -1;
    for (Snapshot snapshot : active) {
      // What is later than the newest may not stand for those to come: others have the newest yet.
      if (snapshot.sequence() != last && snapshot.sequence() < newest.sequence()) {
        byAge.add(snapshot);
        last = snapshot.sequence();
      }
    }
    byAge.add(newest);
    return new LiveSnapshots(byAge.toArray(Snapshot[]::new));
  }

  /** Every xid below had ended for all of them. */
  public long horizon() {
    return byAge[0].oldest();
  }

  /** How many there are that differ, the newest among them. */
  public int size() {
    return byAge.length;
  }

  /**
   * The moment from which on snapshots have {@code xid} as finished: {@link #ALWAYS}, {@link
   * #NEVER} or a number in between, to be compared with those of other calls on this or any other
   * object.
   */
  public long finishedSince(long xid) {
    if (xid < horizon()) {
      return ALWAYS;
    }
    int high = byAge.length - 1;
    if (!byAge[high].finished(xid)) {
      return NEVER;
    }
    int low = 0;
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (byAge[middle].finished(xid)) {
        high = middle;
      } else {
        low = middle + 1;
      }
    }
    return high == 0 ? ALWAYS : byAge[high].sequence();
  }
}
