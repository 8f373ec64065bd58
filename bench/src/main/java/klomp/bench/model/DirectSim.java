package klomp.bench.model;

import klomp.api.ClogStrategy;

/** Every page resident; one atomic OR to set, one volatile read to look up. */
final class DirectSim implements SimStrategy {

  private final Cpu cpu;
  private final double hit;
  private final CacheLine word;

  DirectSim(Cpu cpu) {
    this.cpu = cpu;
    this.hit = cpu.times().heldHit(ClogStrategy.DIRECT);
    this.word = new CacheLine(cpu.events(), cpu.times());
  }

  @Override
  public void lookUp(SimThread thread, long page, Runnable then) {
    thread.owe(hit);
    then.run();
  }

  @Override
  public void set(SimThread thread, long page, Runnable then) {
    cpu.compute(
        thread,
        cpu.times().outsideSet(),
        () -> {
          thread.owe(word.write(thread.core));
          cpu.compute(thread, cpu.times().get(Service.WORD_CHANGE), then);
        });
  }

  @Override
  public void warm(long page) {}
}
