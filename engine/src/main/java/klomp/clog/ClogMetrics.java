package klomp.clog;

import java.util.concurrent.atomic.LongAdder;
import klomp.metrics.Metrics;

/**
 * What the commit log counts, under {@code clog.}. A shared look-up that hits costs one adder; what
 * can be derived from it is. {@code direct} and {@code single-writer} do not count look-ups that
 * hit.
 *
 * <ul>
 *   <li>{@code acquisitions}, {@code contended}, {@code waitNanos}: of control, bank and content
 *       locks; how often one was not free, and the time waited then
 *   <li>{@code groupUpdates}, {@code groupMembers}: groups that a leader set, and their members,
 *       the leader among them
 *   <li>{@code casRetries}: compare-and-sets lost to another thread
 *   <li>{@code handovers}: steps handed to the single writer
 *   <li>{@code hits}, {@code misses}: look-ups of a page that was resident, or was not
 *   <li>{@code pagesRead}, {@code pagesWritten}, {@code evictions}, {@code truncations}
 * </ul>
 */
public final class ClogMetrics {

  private final LongAdder exclusiveAcquisitions = new LongAdder();
  private final LongAdder sharedHits = new LongAdder();
  private final LongAdder sharedMisses = new LongAdder();
  private final LongAdder exclusiveHits = new LongAdder();
  private final LongAdder contended;
  private final LongAdder waitNanos;
  private final LongAdder groupUpdates;
  private final LongAdder groupMembers;
  private final LongAdder casRetries;
  private final LongAdder handovers;
  private final LongAdder misses;
  private final LongAdder pagesRead;
  private final LongAdder pagesWritten;
  private final LongAdder evictions;
  private final LongAdder truncations;

  /** Registers the names; once for each {@code Metrics}. */
  public ClogMetrics(Metrics metrics) {
    // Each shared acquisition looks for one page, so it is a hit or a miss.
    metrics.gauge(
        "clog.acquisitions",
        () -> exclusiveAcquisitions.sum() + sharedHits.sum() + sharedMisses.sum());
    metrics.gauge("clog.hits", () -> sharedHits.sum() + exclusiveHits.sum());
    contended = metrics.counter("clog.contended");
    waitNanos = metrics.counter("clog.waitNanos");
    groupUpdates = metrics.counter("clog.groupUpdates");
    groupMembers = metrics.counter("clog.groupMembers");
    casRetries = metrics.counter("clog.casRetries");
    handovers = metrics.counter("clog.handovers");
    misses = metrics.counter("clog.misses");
    pagesRead = metrics.counter("clog.pagesRead");
    pagesWritten = metrics.counter("clog.pagesWritten");
    evictions = metrics.counter("clog.evictions");
    truncations = metrics.counter("clog.truncations");
  }

  public void exclusiveAcquired() {
    exclusiveAcquisitions.increment();
  }

  public void waited(long nanos) {
    contended.increment();
    waitNanos.add(nanos);
  }

  public void sharedLookup(boolean hit) {
    (hit ? sharedHits : sharedMisses).increment();
  }

  public void exclusiveHit() {
    exclusiveHits.increment();
  }

  public void missed() {
    misses.increment();
  }

  public void grouped(int members) {
    groupUpdates.increment();
    groupMembers.add(members);
  }

  public void casRetried(int times) {
    if (times != 0) {
      casRetries.add(times);
    }
  }

  public void handedOver() {
    handovers.increment();
  }

  public void pageRead() {
    pagesRead.increment();
  }

  public void pageWritten() {
    pagesWritten.increment();
  }

  public void evicted() {
    evictions.increment();
  }

  public void truncated() {
    truncations.increment();
  }
}
