package klomp.clog;

/**
 * The words of a page: 32 xids in 64 bits, xid {@code n} in bits {@code 2(n % 32)} and the one
 * above. The atomic unit is the word.
 *
 * <p>A step that commits a top with subtransactions goes through sub-committed, below first, unless
 * all of it is in one word, so that a reader who does not exclude the setter never sees the top
 * committed before what is below it. The three ways to change a word differ in what they ask of the
 * caller; all of them release what came before to readers, who acquire.
 */
public final class StatusWords {

  /** How a word is changed; each returns how often another thread came in between. */
  private interface Change {
    int apply(long[] words, int word, long places, int status, long firstXid);
  }

  private static final Change EXCLUSIVE = StatusWords::changeExclusive;
  private static final Change COMPARE_AND_SET = StatusWords::changeByCompareAndSet;
  private static final Change OR = StatusWords::changeByOr;

  private final ClogGeometry geometry;

  public StatusWords(ClogGeometry geometry) {
    this.geometry = geometry;
  }

  public long[] newPage() {
    return new long[geometry.wordsPerPage()];
  }

  /** One word, for writing it out; acquires. */
  static long word(long[] words, int word) {
    return AtomicWords.getVolatile(words, word);
  }

  /** The status of an xid on its page; acquires. */
  public int get(long[] words, long xid) {
    long word = AtomicWords.getVolatile(words, geometry.word(xid));
    return (int) (word >>> ClogGeometry.shift(xid)) & 3;
  }

  /** Takes the step; the caller excludes other setters of the page, readers may look on. */
  public void setExclusively(long[] words, PageChange change) {
    set(words, change, EXCLUSIVE);
  }

  /**
   * Takes the step beside other setters of the page.
   *
   * @return how many compare-and-sets were lost to others
   */
  public int setByCompareAndSet(long[] words, PageChange change) {
    return set(words, change, COMPARE_AND_SET);
  }

  /**
   * Takes the step beside other setters of the page, with one atomic OR where the bits were zero.
   *
   * @return how many compare-and-sets, where the bits were not zero, were lost to others
   */
  public int setByOr(long[] words, PageChange change) {
    return set(words, change, OR);
  }

  /** Back to in progress. No other thread is here. */
  public void clear(long[] words, long xid) {
    int at = geometry.word(xid);
    AtomicWords.setVolatile(words, at, words[at] & ~(3L << ClogGeometry.shift(xid)));
  }

  private int set(long[] words, PageChange change, Change way) {
    boolean hasTop = change.xid() != PageChange.NO_XID;
    if (change.subCount() == 0) {
      return hasTop ? setTop(words, change, way) : 0;
    }
    if (!hasTop) {
      return setSubs(words, change, change.status(), way);
    }
    if (isOneWord(change)) {
      return setOneWord(words, change, way);
    }
    int lost = 0;
    if (change.status() == XidStatus.COMMITTED) {
      lost += setSubs(words, change, XidStatus.SUB_COMMITTED, way);
    }
    lost += setTop(words, change, way);
    return lost + setSubs(words, change, change.status(), way);
  }

  private boolean isOneWord(PageChange change) {
    return geometry.word(change.xid()) == geometry.word(change.subxids()[change.to() - 1]);
  }

  private int setTop(long[] words, PageChange change, Change way) {
    int word = geometry.word(change.xid());
    return way.apply(words, word, place(change.xid()), change.status(), firstXid(change, word));
  }

  private int setOneWord(long[] words, PageChange change, Change way) {
    long places = place(change.xid());
    for (int i = change.from(); i < change.to(); i++) {
      places |= place(change.subxids()[i]);
    }
    int word = geometry.word(change.xid());
    return way.apply(words, word, places, change.status(), firstXid(change, word));
  }

  private int setSubs(long[] words, PageChange change, int status, Change way) {
    int lost = 0;
    for (int i = change.from(); i < change.to(); ) {
      int word = geometry.word(change.subxids()[i]);
      long places = 0;
      do {
        places |= place(change.subxids()[i]);
        i++;
      } while (i < change.to() && geometry.word(change.subxids()[i]) == word);
      lost += way.apply(words, word, places, status, firstXid(change, word));
    }
    return lost;
  }

  private static long place(long xid) {
    return 1L << ClogGeometry.shift(xid);
  }

  private long firstXid(PageChange change, int word) {
    return geometry.firstXid(change.page()) + (long) word * ClogGeometry.XIDS_PER_WORD;
  }

  private static int changeExclusive(
      long[] words, int word, long places, int status, long firstXid) {
    // Nobody else writes it, so this is the newest value.
    long old = words[word];
    AtomicWords.setRelease(words, word, changed(old, places, status, firstXid));
    return 0;
  }

  private static int changeByCompareAndSet(
      long[] words, int word, long places, int status, long firstXid) {
    for (int lost = 0; ; lost++) {
      long old = AtomicWords.getVolatile(words, word);
      if (AtomicWords.compareAndSet(words, word, old, changed(old, places, status, firstXid))) {
        return lost;
      }
    }
  }

  private static int changeByOr(long[] words, int word, long places, int status, long firstXid) {
    long old = AtomicWords.getVolatile(words, word);
    if ((old & places * 3) != 0) {
      return changeByCompareAndSet(words, word, places, status, firstXid);
    }
    long before = AtomicWords.getAndOr(words, word, places * status);
    if ((before & places * 3) != 0) {
      // Two threads set one xid at once: refuse unless they agree, then mend what the OR mixed.
      changed(before, places, status, firstXid);
      return changeByCompareAndSet(words, word, places, status, firstXid);
    }
    return 0;
  }

  /**
   * The word after the change.
   *
   * @param places the lower bit of each xid meant
   * @throws IllegalStateException if the change is not legal
   */
  private static long changed(long old, long places, int status, long firstXid) {
    long low = old & places;
    long high = old >>> 1 & places;
    long committed = low & ~high;
    long aborted = high & ~low;
    long illegal = status == XidStatus.ABORTED ? committed : aborted;
    if (illegal != 0) {
      long xid = firstXid + Long.numberOfTrailingZeros(illegal) / 2;
      throw new IllegalStateException(
          "xid "
              + xid
              + " is "
              + XidStatus.name(
                  status == XidStatus.ABORTED ? XidStatus.COMMITTED : XidStatus.ABORTED)
              + " and cannot become "
              + XidStatus.name(status));
    }
    long meant = status == XidStatus.SUB_COMMITTED ? places & ~committed : places;
    return old & ~(meant * 3) | meant * status;
  }
}
