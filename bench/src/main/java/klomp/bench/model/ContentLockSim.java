package klomp.bench.model;

import java.util.HashMap;
import java.util.Map;

/** The control lock shared, and a lock of the slot among its setters. */
final class ContentLockSim implements PooledSim.Setter {

  /** That of {@code lock} after {@code tryLock}, on its way to parking. */
  private static final int LOOKS = 1;

  private final Cpu cpu;
  private final PooledSim pool;
  private final PooledSim.SimBank bank;
  private final Map<Integer, SimLock> contentLocks = new HashMap<>();

  ContentLockSim(Cpu cpu, PooledSim pool, PooledSim.SimBank bank) {
    this.cpu = cpu;
    this.pool = pool;
    this.bank = bank;
  }

  @Override
  public void set(SimThread thread, long page, Runnable then) {
    bank.lock.lockShared(
        thread,
        () -> {
          int slot = pool.find(bank, page);
          double found = cpu.times().get(Service.SHARED_LOCK) + pool.search(bank, page);
          cpu.compute(thread, found, () -> setFound(thread, page, slot, then));
        });
  }

  private void setFound(SimThread thread, long page, int slot, Runnable then) {
    if (slot == SlotBank.NONE) {
      bank.lock.unlockShared(thread, () -> pool.setLocking(bank, thread, page, then));
      return;
    }
    pool.touch(thread, bank, slot);
    SimLock content = contentLocks.computeIfAbsent(slot, any -> new SimLock(cpu, LOOKS));
    content.lockExclusive(
        thread,
        () -> {
          thread.owe(bank.word.write(thread.core));
          cpu.compute(
              thread,
              cpu.times().get(Service.CONTENT_LOCK) + pool.heldSet(),
              () -> {
                bank.slots.setDirty(slot, true);
                content.unlockExclusive(thread, () -> bank.lock.unlockShared(thread, then));
              });
        });
  }
}
