package klomp.bench.model;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import klomp.api.ClogStrategy;

/**
 * Slots in banks, each with its lock: what the five strategies with a pool have in common. A
 * look-up takes the lock shared; a miss takes it exclusively, and gives it up while it reads.
 */
final class PooledSim implements SimStrategy {

  /** A bank with its lock. */
  final class SimBank {
    final SlotBank slots;
    final SimLock lock = new SimLock(cpu, LOOKS);
    final CacheLine clock = new CacheLine(cpu.events(), times);

    /** The word that commits go to. */
    final CacheLine word = new CacheLine(cpu.events(), times);

    /** The slots' states, which all look at. */
    final CacheLine states = new CacheLine(cpu.events(), times);

    /** What else a replacement changes: the slot's page and I/O, the table, the order of use. */
    final CacheLine[] replaced = new CacheLine[LINES_OF_A_REPLACEMENT];

    /** By slot: the core that read the page in, whose cache has it. */
    final int[] readBy;

    /** By slot: who waits for the end of its read or write. */
    final SimLock.Condition[] ioDone;

    final Setter setter;

    SimBank(int size) {
      slots = new SlotBank(size);
      ioDone = new SimLock.Condition[size];
      Arrays.setAll(ioDone, slot -> new SimLock.Condition());
      Arrays.setAll(replaced, line -> new CacheLine(cpu.events(), times));
      readBy = new int[size];
      Arrays.fill(readBy, SimThread.NO_CORE);
      setter = setter(this);
    }
  }

  /** How a step is taken in a bank. */
  interface Setter {
    void set(SimThread thread, long page, Runnable then);
  }

  /** Before parking, as the engine's control lock. */
  private static final int LOOKS = 30;

  /** {@code pages}, {@code io}, the table's old and new place, the top of the heap. */
  private static final int LINES_OF_A_REPLACEMENT = 5;

  private record Write(SimBank bank, int slot) {}

  private final Cpu cpu;
  private final ServiceTimes times;
  private final Counts counts;
  private final ClogStrategy strategy;
  private final boolean scans;
  private final SimBank[] banks;
  private final SimThread writer = new SimThread();
  private final Deque<Write> writes = new ArrayDeque<>();
  private final double heldHit;
  private final double heldSet;
  private long newest = -1;

  /** The core that read a page last. */
  private int lastReader = SimThread.NO_CORE;

  PooledSim(Cpu cpu, Counts counts, ClogStrategy strategy, int banks, int slots) {
    this.cpu = cpu;
    this.times = cpu.times();
    this.counts = counts;
    this.strategy = strategy;
    this.scans = ServiceTimes.scans(strategy);
    this.heldHit = times.heldHit(strategy);
    this.heldSet = times.heldSet(strategy);
    this.banks = new SimBank[banks];
    for (int i = 0; i < banks; i++) {
      this.banks[i] = new SimBank(slots);
    }
    writer.parked = true;
    writer.next = this::writeNext;
  }

  private Setter setter(SimBank bank) {
    return switch (strategy) {
      case CONTROL_LOCK -> (thread, page, then) -> setLocking(bank, thread, page, then);
      case GROUP_UPDATE, BANKED -> new GroupSim(cpu, counts, this, bank);
      case CONTENT_LOCK -> new ContentLockSim(cpu, this, bank);
      case NO_CONTENT_LOCK -> new NoContentLockSim(cpu, counts, this, bank);
      case SINGLE_WRITER, DIRECT ->
          throw new IllegalArgumentException(strategy + " has no pool with locks");
    };
  }

  private SimBank bank(long page) {
    return banks[(int) (page % banks.length)];
  }

  double heldSet() {
    return heldSet;
  }

  @Override
  public void warm(long page) {
    bank(page).slots.lookUp(page, newest);
  }

  @Override
  public void lookUp(SimThread thread, long page, Runnable then) {
    SimBank bank = bank(page);
    bank.lock.lockShared(
        thread,
        () -> {
          int slot = find(bank, page);
          thread.owe(bank.states.read(thread.core));
          if (slot != SlotBank.NONE) {
            touch(thread, bank, slot);
            fetchWord(thread, bank, slot);
          }
          double held = times.get(Service.SHARED_LOCK) + heldHit + search(bank, page);
          cpu.compute(
              thread,
              held,
              () ->
                  bank.lock.unlockShared(
                      thread, slot != SlotBank.NONE ? then : () -> miss(thread, bank, page, then)));
        });
  }

  private void miss(SimThread thread, SimBank bank, long page, Runnable then) {
    counts.misses++;
    cpu.compute(
        thread,
        0,
        () ->
            bank.lock.lockExclusive(
                thread,
                () ->
                    load(
                        thread,
                        bank,
                        page,
                        () ->
                            cpu.compute(
                                thread,
                                times.get(Service.EXCLUSIVE_LOCK) + heldHit,
                                () -> {
                                  bank.lock.unlockExclusive(thread, then);
                                }))));
  }

  @Override
  public void set(SimThread thread, long page, Runnable then) {
    newest = Math.max(newest, page);
    cpu.compute(thread, times.outsideSet(), () -> bank(page).setter.set(thread, page, then));
  }

  /** The slot with the page, or NONE, also if it is being read. Lock shared or exclusive. */
  int find(SimBank bank, long page) {
    int slot = bank.slots.find(page);
    return slot != SlotBank.NONE && bank.slots.state(slot) == SlotBank.State.READING
        ? SlotBank.NONE
        : slot;
  }

  double search(SimBank bank, long page) {
    return scans ? bank.slots.searched(page) * times.get(Service.SLOT_SEARCH) : 0;
  }

  void touch(SimThread thread, SimBank bank, int slot) {
    thread.owe(
        bank.slots.touch(slot) ? bank.clock.write(thread.core) : bank.clock.read(thread.core));
  }

  private void fetchWord(SimThread thread, SimBank bank, int slot) {
    int from = bank.readBy[slot];
    if (from != SimThread.NO_CORE) {
      thread.owe(times.transfer(from, thread.core));
    }
  }

  /** Takes the step, waiting for the bank's lock. */
  void setLocking(SimBank bank, SimThread thread, long page, Runnable then) {
    bank.lock.lockExclusive(
        thread,
        () ->
            setHeld(
                bank,
                thread,
                page,
                times.get(Service.EXCLUSIVE_LOCK),
                () -> {
                  bank.lock.unlockExclusive(thread, then);
                }));
  }

  /** Takes the step. The bank's lock is held exclusively, before and after. */
  void setHeld(SimBank bank, SimThread thread, long page, double more, Runnable then) {
    load(
        thread,
        bank,
        page,
        () -> {
          thread.owe(bank.word.write(thread.core));
          cpu.compute(
              thread,
              more + heldSet,
              () -> {
                bank.slots.setDirty(bank.slots.find(page), true);
                then.run();
              });
        });
  }

  /** Has the page in a slot. The lock is held exclusively, and given up for I/O. */
  private void load(SimThread thread, SimBank bank, long page, Runnable then) {
    SlotBank slots = bank.slots;
    int slot = slots.find(page);
    if (slot == SlotBank.NONE) {
      double each = times.get(Service.SLOT_SEARCH) + times.get(Service.VICTIM_SEARCH);
      double look = scans ? slots.size() * each : 0;
      cpu.compute(thread, look, () -> replace(thread, bank, page, then));
    } else if (slots.state(slot) == SlotBank.State.READING) {
      bank.lock.await(thread, bank.ioDone[slot], () -> load(thread, bank, page, then));
    } else {
      touch(thread, bank, slot);
      cpu.compute(thread, search(bank, page), then);
    }
  }

  private void replace(SimThread thread, SimBank bank, long page, Runnable then) {
    SlotBank slots = bank.slots;
    int victim = slots.victim(newest);
    if (victim == SlotBank.NONE || slots.isDirty(victim)) {
      int awaited = victim;
      if (victim == SlotBank.NONE) {
        awaited = slots.busy();
      } else {
        slots.setState(victim, SlotBank.State.WRITING);
        writes.add(new Write(bank, victim));
        cpu.unpark(thread, writer);
      }
      bank.lock.await(thread, bank.ioDone[awaited], () -> load(thread, bank, page, then));
      return;
    }
    slots.place(victim, page, SlotBank.State.READING);
    bank.readBy[victim] = thread.core;
    thread.owe(bank.states.write(thread.core));
    for (CacheLine line : bank.replaced) {
      thread.owe(line.write(thread.core));
    }
    bank.lock.unlockExclusive(thread, () -> read(thread, bank, victim, then));
  }

  private void read(SimThread thread, SimBank bank, int victim, Runnable then) {
    cpu.compute(
        thread,
        pageRead(thread.core) + times.get(Service.EXCLUSIVE_LOCK),
        () ->
            bank.lock.lockExclusive(
                thread,
                () -> {
                  bank.slots.setState(victim, SlotBank.State.VALID);
                  thread.owe(bank.states.write(thread.core));
                  touch(thread, bank, victim);
                  bank.lock.signalAll(bank.ioDone[victim]);
                  then.run();
                }));
  }

  /** Longer if another core read before: what all readings share is with that one. */
  private double pageRead(int core) {
    boolean beside = lastReader != SimThread.NO_CORE && lastReader != core;
    lastReader = core;
    return times.get(Service.PAGE_READ) + (beside ? times.get(Service.READ_BESIDE) : 0);
  }

  /** The engine's thread that writes victims. */
  private void writeNext() {
    Write write = writes.poll();
    if (write == null) {
      cpu.park(writer, this::writeNext);
      return;
    }
    counts.pageWrites++;
    cpu.compute(
        writer,
        times.get(Service.PAGE_WRITE),
        () ->
            write
                .bank()
                .lock
                .lockExclusive(
                    writer,
                    () -> {
                      write.bank().slots.setState(write.slot(), SlotBank.State.VALID);
                      write.bank().slots.setDirty(write.slot(), false);
                      write.bank().lock.signalAll(write.bank().ioDone[write.slot()]);
                      write.bank().lock.unlockExclusive(writer, this::writeNext);
                    }));
  }
}
