package klomp.page;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.SplittableRandom;
import klomp.sync.SharedGate;

/**
 * Threads that change pages two by two inside a gate, and a model of them: a slot has two pages
 * with the same counter, or none.
 */
final class PairWorkload {

  /** The model at an instant. */
  record Model(long[] first, long[] second, long[] counter) {
    Model copy() {
      return new Model(first.clone(), second.clone(), counter.clone());
    }
  }

  private final PagePool pool;
  private final CounterPages owner;
  private final SharedGate gate = new SharedGate();
  private final Object[] locks;
  private final Model model;

  PairWorkload(PagePool pool, Model model) {
    this.pool = pool;
    this.owner = new CounterPages(pool);
    this.model = model;
    locks = new Object[model.first().length];
    Arrays.setAll(locks, i -> new Object());
  }

  static Model empty(int slots) {
    return new Model(new long[slots], new long[slots], new long[slots]);
  }

  /** One change: of a pair together, or of which pages are a pair. */
  void step(SplittableRandom random) {
    int slot = random.nextInt(locks.length);
    synchronized (locks[slot]) {
      int ticket = gate.enter();
      try {
        if (model.first()[slot] == 0) {
          long counter = random.nextInt(1_000_000);
          model.counter()[slot] = counter;
          model.first()[slot] = owner.create(counter);
          model.second()[slot] = owner.create(counter);
        } else if (random.nextInt(20) == 0) {
          owner.free(model.first()[slot]);
          owner.free(model.second()[slot]);
          model.first()[slot] = 0;
          model.second()[slot] = 0;
        } else {
          change(slot);
        }
      } finally {
        gate.leave(ticket);
      }
    }
  }

  private void change(int slot) {
    int first = owner.lock(model.first()[slot]);
    int second = owner.lock(model.second()[slot]);
    long counter = model.counter()[slot];
    assertEquals(counter, owner.getLatched(first));
    assertEquals(counter, owner.getLatched(second));
    owner.setLatched(first, counter + 1);
    owner.setLatched(second, counter + 1);
    model.counter()[slot] = counter + 1;
    owner.unlock(first);
    owner.unlock(second);
  }

  /** Begins a checkpoint and returns the model at its instant. */
  Model beginCheckpoint() {
    Model[] at = new Model[1];
    gate.alone(
        () -> {
          pool.beginCheckpoint();
          at[0] = model.copy();
        });
    return at[0];
  }

  /** Everything in the pool is as the model says; nobody changes it. */
  static void verify(PagePool pool, Model model) {
    CounterPages owner = new CounterPages(pool);
    long live = 0;
    for (int slot = 0; slot < model.first().length; slot++) {
      if (model.first()[slot] != 0) {
        assertEquals(model.counter()[slot], owner.read(model.first()[slot]));
        assertEquals(model.counter()[slot], owner.read(model.second()[slot]));
        live += 2;
      }
    }
    assertEquals(live, pool.livePages());
  }
}
