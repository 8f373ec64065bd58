package klomp.bench.model;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import klomp.api.ClogStrategy;

/**
 * One thread owns all pages; setters, and readers that miss, hand over to it through a ring and
 * wait. It takes what has gathered, then settles all of it; before it reads a page, those before.
 */
final class SingleWriterSim implements SimStrategy {

  private static final int WAITER_SPINS = 64;
  private static final int OWNER_SPINS = 200;
  private static final int OWNER_YIELDS = 4;

  private record Work(long page, boolean isSet, Handoff handoff) {}

  private final Cpu cpu;
  private final ServiceTimes times;
  private final Counts counts;
  private final ClockPages pages;
  private final CacheLine cursor;
  private final Deque<Work> ring = new ArrayDeque<>();
  private final SimThread owner = new SimThread();
  private final double hit;
  private final double perform;

  /** What putting a request into the ring takes. */
  private final double handover;

  private boolean ownerParked = true;
  private Handoff ownerWait;
  private long newest = -1;

  SingleWriterSim(Cpu cpu, Counts counts, int buffers) {
    this.cpu = cpu;
    this.times = cpu.times();
    this.counts = counts;
    pages = new ClockPages(buffers);
    cursor = new CacheLine(cpu.events(), times);
    hit = times.heldHit(ClogStrategy.SINGLE_WRITER);
    // The owner's routine is that of the control lock's holder.
    perform = times.heldSet(ClogStrategy.CONTROL_LOCK);
    // A claim and a publication; spins, parks and wake-ups are simulated, so what a commit takes on
    // one thread, where they are part of it, is not counted again.
    handover = 2 * times.get(Service.WORD_CHANGE);
    owner.parked = true;
    owner.next = this::takeBatch;
  }

  @Override
  public void warm(long page) {
    if (!pages.has(page)) {
      pages.load(page, newest);
    }
    pages.reference(page);
  }

  @Override
  public void lookUp(SimThread thread, long page, Runnable then) {
    if (pages.has(page)) {
      pages.reference(page);
      cpu.compute(thread, hit, then);
      return;
    }
    counts.misses++;
    cpu.compute(thread, hit, () -> handOver(thread, page, false, then));
  }

  @Override
  public void set(SimThread thread, long page, Runnable then) {
    newest = Math.max(newest, page);
    cpu.compute(thread, times.outsideSet(), () -> handOver(thread, page, true, then));
  }

  private void handOver(SimThread thread, long page, boolean isSet, Runnable then) {
    counts.handovers++;
    thread.owe(cursor.write(thread.core));
    Handoff handoff = new Handoff(cpu, thread);
    cpu.compute(
        thread,
        handover,
        () -> {
          ring.add(new Work(page, isSet, handoff));
          wakeOwner(thread);
          handoff.await(cpu.spins(WAITER_SPINS), then);
        });
  }

  private void wakeOwner(SimThread by) {
    if (ownerParked) {
      ownerParked = false;
      cpu.unpark(by, owner);
    } else if (ownerWait != null) {
      Handoff waiting = ownerWait;
      ownerWait = null;
      waiting.notice();
    }
  }

  private void takeBatch() {
    if (ring.isEmpty()) {
      spin();
      return;
    }
    List<Work> batch = new ArrayList<>(ring);
    ring.clear();
    counts.batches++;
    perform(batch, 0, 0);
  }

  /** The owner looks at the ring while it spins, then yields a few times, then parks. */
  private void spin() {
    Handoff wait = new Handoff(cpu, owner);
    ownerWait = wait;
    wait.spin(
        cpu.spins(OWNER_SPINS),
        () -> {
          if (ring.isEmpty()) {
            makeWay(OWNER_YIELDS);
          } else {
            takeBatch();
          }
        });
  }

  private void makeWay(int left) {
    ownerWait = null;
    if (!ring.isEmpty()) {
      takeBatch();
    } else if (left > 0) {
      cpu.makeWay(owner, () -> makeWay(left - 1));
    } else {
      ownerParked = true;
      cpu.park(owner, this::takeBatch);
    }
  }

  /** Those from {@code settled} on are done, up to {@code index}, but do not know it. */
  private void perform(List<Work> batch, int settled, int index) {
    if (index == batch.size()) {
      settle(batch, settled, index, this::takeBatch);
      return;
    }
    Work work = batch.get(index);
    boolean slow = !work.isSet() || !pages.has(work.page());
    if (slow && settled < index) {
      settle(batch, settled, index, () -> perform(batch, index, index));
      return;
    }
    cpu.compute(
        owner,
        times.get(Service.TRANSFER) + load(work.page()) + (work.isSet() ? perform : 0),
        () -> {
          if (work.isSet()) {
            pages.markDirty(work.page());
          }
          perform(batch, settled, index + 1);
        });
  }

  /** What it takes the owner to have the page. */
  private double load(long page) {
    if (pages.has(page)) {
      pages.reference(page);
      return 0;
    }
    double time = times.get(Service.PAGE_READ);
    if (pages.load(page, newest)) {
      counts.pageWrites++;
      time += times.get(Service.PAGE_WRITE);
    }
    return time;
  }

  private void settle(List<Work> batch, int from, int to, Runnable then) {
    if (from == to) {
      then.run();
      return;
    }
    batch.get(from).handoff().settle(owner);
    cpu.compute(owner, 0, () -> settle(batch, from + 1, to, then));
  }
}
