package klomp.clog;

import java.util.concurrent.atomic.LongAdder;
import klomp.metrics.Metrics;
import klomp.metrics.StripedCounter;
import klomp.metrics.WaitEvent;

/**
 * What the commit log counts, under {@code clog.}, in the manner of PostgreSQL's {@code
 * pg_stat_slru}; and its wait events, under {@code wait.clog.}.
 *
 * <ul>
 *   <li>{@code acquisitions}: of control, bank and content locks; {@code contended}, {@code
 *       waitNanos}: how often one was not free, and the time waited then; {@code heldNanos}: the
 *       time they were held, estimated from a sample of the control and bank locks' acquisitions
 *   <li>{@code groupUpdates}, {@code groupMembers}: groups that a leader set, and their members,
 *       the leader among them; {@code groupsOf.N}: how many groups had that many
 *   <li>{@code casRetries}: compare-and-sets lost to another thread
 *   <li>{@code handovers}: steps handed to the single writer
 *   <li>{@code hits}, {@code misses}: look-ups and steps that found the page resident, or did not
 *   <li>{@code pagesRead}, {@code pagesWritten}, {@code evictions}, {@code truncations}
 * </ul>
 *
 * <p>{@code acquisitions} and {@code hits} are {@linkplain StripedCounter striped}: they may lose a
 * count. They, and {@code heldNanos}, stay at zero if counting is off; the rest costs nothing worth
 * turning off.
 */
public final class ClogMetrics {

  /** Upper ends of the classes of group sizes; what is above the last is in one more class. */
  private static final int[] GROUP_SIZES = {1, 2, 4, 8, 16, 32, 64, 128};

  private final boolean counting;
  private final StripedCounter controlAcquisitions = new StripedCounter();
  private final StripedCounter contentAcquisitions = new StripedCounter();
  private final StripedCounter hits = new StripedCounter();
  private final WaitEvent controlLock;
  private final WaitEvent contentLock;
  private final WaitEvent groupUpdate;
  private final WaitEvent slotIo;
  private final WaitEvent pageRead;
  private final WaitEvent handover;
  private final LongAdder heldNanos;
  private final LongAdder groupUpdates;
  private final LongAdder groupMembers;
  private final LongAdder[] groupsOf = new LongAdder[GROUP_SIZES.length + 1];
  private final LongAdder casRetries;
  private final LongAdder handovers;
  private final LongAdder misses;
  private final LongAdder pagesRead;
  private final LongAdder pagesWritten;
  private final LongAdder evictions;
  private final LongAdder truncations;

  /**
   * Registers the names; once for each {@code Metrics}.
   *
   * @param counting whether to count what happens at every look-up
   */
  public ClogMetrics(Metrics metrics, boolean counting) {
    this.counting = counting;
    metrics.gauge("clog.acquisitions", () -> controlAcquisitions.sum() + contentAcquisitions.sum());
    metrics.gauge("clog.hits", hits::sum);
    controlLock = metrics.waitEvent("clog.controlLock");
    contentLock = metrics.waitEvent("clog.contentLock");
    groupUpdate = metrics.waitEvent("clog.groupUpdate");
    slotIo = metrics.waitEvent("clog.slotIo");
    pageRead = metrics.waitEvent("clog.pageRead");
    handover = metrics.waitEvent("clog.handover");
    metrics.gauge("clog.contended", () -> controlLock.count() + contentLock.count());
    metrics.gauge("clog.waitNanos", () -> controlLock.nanos() + contentLock.nanos());
    heldNanos = metrics.counter("clog.heldNanos");
    groupUpdates = metrics.counter("clog.groupUpdates");
    groupMembers = metrics.counter("clog.groupMembers");
    for (int i = 0; i < groupsOf.length; i++) {
      groupsOf[i] = metrics.counter("clog.groupsOf." + groupClass(i));
    }
    casRetries = metrics.counter("clog.casRetries");
    handovers = metrics.counter("clog.handovers");
    misses = metrics.counter("clog.misses");
    pagesRead = metrics.counter("clog.pagesRead");
    pagesWritten = metrics.counter("clog.pagesWritten");
    evictions = metrics.counter("clog.evictions");
    truncations = metrics.counter("clog.truncations");
  }

  /** A setter or a reader that finds a control or bank lock taken. */
  public WaitEvent controlLock() {
    return controlLock;
  }

  /** A setter that finds the content lock of its page taken. */
  public WaitEvent contentLock() {
    return contentLock;
  }

  /** A member of a group, for its leader. */
  public WaitEvent groupUpdate() {
    return groupUpdate;
  }

  /** For a page that another thread reads or writes. */
  WaitEvent slotIo() {
    return slotIo;
  }

  /** A thread's own reading of a page. */
  WaitEvent pageRead() {
    return pageRead;
  }

  /** For the single writer. */
  public WaitEvent handover() {
    return handover;
  }

  /**
   * A control or bank lock was acquired.
   *
   * @return a number to take a sample by; 0 if counting is off
   */
  long controlAcquired() {
    return counting ? controlAcquisitions.increment() : 0;
  }

  public void contentAcquired() {
    if (counting) {
      contentAcquisitions.increment();
    }
  }

  /** Locks were held for that long in all. */
  void held(long nanos) {
    heldNanos.add(nanos);
  }

  public void hit() {
    if (counting) {
      hits.increment();
    }
  }

  public void missed() {
    misses.increment();
  }

  /** A leader has set a group. */
  public void grouped(int members) {
    groupUpdates.increment();
    groupMembers.add(members);
    int at = 0;
    while (at < GROUP_SIZES.length && members > GROUP_SIZES[at]) {
      at++;
    }
    groupsOf[at].increment();
  }

  public void casRetried(int times) {
    if (times != 0) {
      casRetries.add(times);
    }
  }

  public void handedOver() {
    handovers.increment();
  }

  void pageWasRead() {
    pagesRead.increment();
  }

  void pageWasWritten() {
    pagesWritten.increment();
  }

  public void evicted() {
    evictions.increment();
  }

  void truncated() {
    truncations.increment();
  }

  /** Such as {@code 1}, {@code 3to4}, {@code over128}. */
  private static String groupClass(int index) {
    if (index == GROUP_SIZES.length) {
      return "over" + GROUP_SIZES[index - 1];
    }
    int last = GROUP_SIZES[index];
    int first = index == 0 ? 1 : GROUP_SIZES[index - 1] + 1;
    return first == last ? Integer.toString(last) : first + "to" + last;
  }
}
