package klomp.tree;

/**
 * Walks the visible entries of a range of keys, each key once. Copies entries from a leaf a batch
 * at a time; before each step it asks whether the leaf changed since, and if so copies again from
 * where it stands, so the owner's writes that lie ahead are seen. Batches begin as long as a small
 * limit of the scan, else small, and grow while the walk is undisturbed: a short scan copies
 * little, and a leaf under heavy change is not copied over and over. Holds no latch, lock or page
 * between steps; holds at most one leaf's entries and one large value in memory.
 *
 * <p>Used by one thread.
 */
public final class TreeCursor {

  private static final int FIRST_BATCH = 16;
  private static final int LARGEST_FIRST_BATCH = 128;
  private static final int LARGEST_BATCH = 2048;

  private final KeyRange range;
  private final boolean reverse;
  private final LeafBatch batch;

  private final int firstBatch;
  private int limit;
  private Position at;
  private boolean loaded;
  private boolean over;
  private int index;

  /** The key of the batch that was returned last; null: none of it yet. */
  private byte[] passed;

  private byte[] key;
  private byte[] value;

  /**
   * @param firstBatch how many entries the first batch may have
   */
  TreeCursor(KeyRange range, boolean reverse, LeafBatch batch, int firstBatch) {
    this.firstBatch = firstBatch;
    this.limit = firstBatch;
    this.range = range;
    this.reverse = reverse;
    this.batch = batch;
    this.over = range.isEmpty();
    if (reverse) {
      at = range.to();
    } else {
      at = range.from() == null ? Position.FIRST : range.from();
    }
  }

  /**
   * How many entries the first batch should have.
   *
   * @param expected how many will be asked for at most
   */
  static int firstBatch(long expected) {
    return expected <= LARGEST_FIRST_BATCH ? (int) expected : FIRST_BATCH;
  }

  /**
   * Goes to the next key.
   *
   * @return false if there is none; then the cursor is at its end for good
   */
  public boolean next() {
    boolean fresh = false;
    while (!over) {
      // What was loaded in this very call counts, or a busy leaf could keep us here for ever.
      boolean usable = loaded && (fresh || batch.valid());
      if (usable && index < batch.size()) {
        if (take(index++)) {
          return true;
        }
      } else if (usable && batch.last()) {
        over = true;
      } else {
        load(usable);
        fresh = true;
      }
    }
    key = null;
    value = null;
    return false;
  }

  /** The present key. */
  public byte[] key() {
    return key;
  }

  /** The present value; null for a cursor over keys only. */
  public byte[] value() {
    return value;
  }

  private boolean take(int entry) {
    passed = batch.key(entry);
    byte[] found = batch.resolve(entry);
    if (found == null) {
      return false;
    }
    key = passed;
    value = batch.keysOnly() ? null : found;
    return true;
  }

  /** Loads what comes after a batch that was used up, or again what is left of one that changed. */
  private void load(boolean usedUp) {
    boolean onward = usedUp && !reverse;
    if (usedUp) {
      at = batch.next();
      limit = Math.min(limit * 2, LARGEST_BATCH);
    } else if (loaded) {
      limit = firstBatch;
      if (passed != null) {
        at = reverse ? Position.before(passed) : Position.behind(passed);
      }
    }
    passed = null;
    index = 0;
    loaded = true;
    if (reverse) {
      batch.loadDownward(at, limit);
    } else if (onward) {
      batch.loadNextUpward(limit);
    } else {
      batch.loadUpward(at, limit);
    }
  }
}
