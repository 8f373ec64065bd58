package klomp.tree;

import klomp.metrics.Metrics;
import klomp.page.PagePool;

/**
 * An ordered B+tree of versions: entries are ordered by key (unsigned bytes), then stamp, newest
 * first. Safe for use by any number of threads; reads latch nothing and write nothing that others
 * share, but for hints.
 *
 * <p>Whoever changes the tree ({@link #insert}, {@link TreeSweep#step}) must be inside the
 * checkpoint gate, so that a checkpoint sees whole changes only. The tree does not know the gate.
 *
 * <p>Keys and values are not copied on the way in and must not be changed during the call. Errors:
 * {@link klomp.api.StorageException} if a page cannot be read or written, {@link
 * klomp.api.CorruptStoreException} if a page is not what it should be.
 */
public final class VersionTree {

  private final TreePages pages;
  private final VersionFates fates;
  private final TreeCounters counters = new TreeCounters();

  private VersionTree(PagePool pool, long rootPid, VersionFates fates) {
    this.pages = new TreePages(pool, rootPid);
    this.fates = fates;
  }

  /** Makes an empty tree. Installs the pool's write filter. */
  public static VersionTree create(PagePool pool, VersionFates fates) {
    pool.setWriteFilter(new WriteFilter(fates));
    int frame = pool.allocate();
    long rootPid = pool.pidAt(frame);
    new NodeBuilder(NodeLayout.KIND_LEAF, 0, Position.FIRST, null).store(pool.bytes(frame));
    pool.latches().unlock(frame);
    return new VersionTree(pool, rootPid, fates);
  }

  /** Opens a tree that was made with {@link #create}. Installs the pool's write filter. */
  public static VersionTree open(PagePool pool, long rootPid, VersionFates fates) {
    pool.setWriteFilter(new WriteFilter(fates));
    return new VersionTree(pool, rootPid, fates);
  }

  /** The page that is the root for as long as the tree exists. */
  public long rootPid() {
    return pages.rootPid();
  }

  /** Registers what happened to pages since the tree was opened, as {@code tree.*}. */
  public void register(Metrics metrics) {
    metrics.gauge("tree.splits", counters.splits::sum);
    metrics.gauge("tree.merges", counters.merges::sum);
    metrics.gauge("tree.prunedVersions", counters.prunedVersions::sum);
    metrics.gauge("tree.garbageBytes", pages.garbage()::bytes);
    metrics.gauge("tree.freedOverflowValues", counters.freedOverflowValues::sum);
  }

  /**
   * Walks the versions of a key from newest to oldest and returns the value of the one that the
   * judge takes.
   *
   * @return the value; null if a tombstone was taken, or none, or the judge stopped
   */
  public byte[] read(byte[] key, VersionJudge judge) {
    return new VersionReader(new Descent(pages)).read(key, judge, false);
  }

  /**
   * Adds a version; does nothing if the key has one of this stamp. Large values go to overflow
   * pages. A full leaf is pruned, and split if that does not help.
   *
   * @param stamp unsigned; not 0 and not the greatest; no two versions of the tree share one
   * @param value null: a tombstone
   */
  public void insert(byte[] key, long stamp, long xid, byte[] value) {
    finger().insert(key, stamp, xid, value);
  }

  /** A way into the tree for one thread, which reads and inserts again and again. */
  public Finger finger() {
    return new Finger(pages, fates, counters);
  }

  /** Loads the pages that an insert of this key will change, so that it need not wait for I/O. */
  public void prefetch(byte[] key) {
    new Descent(pages).toLeaf(key, Position.NEWEST);
  }

  /**
   * A cursor over the keys that the judge finds a value for.
   *
   * @param from the first key, inclusive; null: no bound
   * @param to the end, exclusive; null: no bound
   * @param reverse from the greatest key to the smallest
   * @param keysOnly leave values out: {@link TreeCursor#value} is null
   */
  public TreeCursor cursor(
      byte[] from, byte[] to, boolean reverse, boolean keysOnly, VersionJudge judge) {
    return cursor(from, to, reverse, keysOnly, judge, Long.MAX_VALUE);
  }

  /**
   * As {@link #cursor(byte[], byte[], boolean, boolean, VersionJudge)}, for at most so many
   * entries.
   *
   * @param expected how many will be asked for at most, 1 or more
   */
  public TreeCursor cursor(
      byte[] from,
      byte[] to,
      boolean reverse,
      boolean keysOnly,
      VersionJudge judge,
      long expected) {
    KeyRange range = new KeyRange(from, to);
    int first = TreeCursor.firstBatch(expected);
    LeafBatch batch = new LeafBatch(pages, range, keysOnly, judge, first);
    return new TreeCursor(range, reverse, batch, first);
  }

  /** Begins to prune the whole tree. */
  public TreeSweep sweep() {
    return new TreeSweep(pages, fates, counters, Position.FIRST, null);
  }

  /**
   * Begins to prune the leaf that has the version, and those around it that have versions of its
   * first and last keys.
   */
  public TreeSweep sweepAround(byte[] key, long stamp) {
    return TreeSweep.around(pages, fates, counters, key, stamp);
  }

  /** What is known of versions that pruning may find. */
  public Garbage garbage() {
    return pages.garbage();
  }

  /** Examines every page. Nobody may change the tree meanwhile. */
  public TreeCheck check() {
    return TreeCheck.run(pages);
  }
}
