package klomp.bench.model;

import java.util.ArrayList;
import java.util.List;

/** Setters that find the bank's lock taken join a list; its first member sets for all. */
final class GroupSim implements PooledSim.Setter {

  private static final int SPINS = 64;

  private record Member(long page, Handoff handoff) {}

  private final Cpu cpu;
  private final Counts counts;
  private final PooledSim pool;
  private final PooledSim.SimBank bank;
  private final CacheLine head;
  private List<Member> list = new ArrayList<>();

  GroupSim(Cpu cpu, Counts counts, PooledSim pool, PooledSim.SimBank bank) {
    this.cpu = cpu;
    this.counts = counts;
    this.pool = pool;
    this.bank = bank;
    this.head = new CacheLine(cpu.events(), cpu.times());
  }

  @Override
  public void set(SimThread thread, long page, Runnable then) {
    double pair = cpu.times().get(Service.EXCLUSIVE_LOCK);
    if (bank.lock.tryExclusive(thread)) {
      pool.setHeld(bank, thread, page, pair, () -> unlock(thread, then));
      return;
    }
    thread.owe(head.write(thread.core) + cpu.times().get(Service.WORD_CHANGE));
    if (!list.isEmpty() && list.get(list.size() - 1).page() != page) {
      pool.setLocking(bank, thread, page, then);
      return;
    }
    Handoff handoff = new Handoff(cpu, thread);
    list.add(new Member(page, handoff));
    if (list.size() > 1) {
      handoff.await(cpu.spins(SPINS), then);
    } else {
      cpu.compute(thread, pair, () -> bank.lock.lockExclusive(thread, () -> lead(thread, then)));
    }
  }

  private void lead(SimThread thread, Runnable then) {
    List<Member> taken = list;
    list = new ArrayList<>();
    thread.owe(head.write(thread.core));
    counts.groups++;
    counts.groupMembers += taken.size();
    setFrom(thread, taken, 0, then);
  }

  private void setFrom(SimThread thread, List<Member> taken, int index, Runnable then) {
    if (index == taken.size()) {
      unlock(thread, () -> settleFrom(thread, taken, 1, then));
    } else {
      pool.setHeld(
          bank, thread, taken.get(index).page(), 0, () -> setFrom(thread, taken, index + 1, then));
    }
  }

  /** Without the lock. Each wake-up takes its time, so the last member waits for all before it. */
  private void settleFrom(SimThread thread, List<Member> taken, int index, Runnable then) {
    if (index >= taken.size()) {
      then.run();
      return;
    }
    taken.get(index).handoff().settle(thread);
    cpu.compute(thread, 0, () -> settleFrom(thread, taken, index + 1, then));
  }

  private void unlock(SimThread thread, Runnable then) {
    bank.lock.unlockExclusive(thread, then);
  }
}
