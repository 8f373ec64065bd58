package klomp.bench.compare;

import java.util.List;

/** Measures one trial on a fresh copy of the loaded store. */
@FunctionalInterface
interface Trials {
  Outcome run(Trial trial, List<Integer> threads, int run) throws InterruptedException;
}
