package klomp.bench.model;

/** The control lock shared, and compare-and-set of the status word. */
final class NoContentLockSim implements PooledSim.Setter {

  private final Cpu cpu;
  private final Counts counts;
  private final PooledSim pool;
  private final PooledSim.SimBank bank;

  NoContentLockSim(Cpu cpu, Counts counts, PooledSim pool, PooledSim.SimBank bank) {
    this.cpu = cpu;
    this.counts = counts;
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
    if (bank.word.isBusy()) {
      // Another core changes the line meanwhile: what was read is old, and it is fetched again.
      counts.casRepeats++;
      thread.owe(bank.word.write(thread.core));
    }
    thread.owe(bank.word.write(thread.core));
    cpu.compute(
        thread,
        pool.heldSet(),
        () -> {
          bank.slots.setDirty(slot, true);
          bank.lock.unlockShared(thread, then);
        });
  }
}
