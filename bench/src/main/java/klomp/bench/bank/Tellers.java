package klomp.bench.bank;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import klomp.api.Durability;
import klomp.api.RetryPolicy;
import klomp.api.Store;
import klomp.api.StoreException;
import klomp.api.TransactionOptions;
import klomp.bench.measure.Crew;

/**
 * Workers that transfer, and know which of their transfers were acknowledged. A worker's transfers
 * are numbered from 1; {@code acknowledged <= in the store <= asked for} holds at any time, across
 * crashes too.
 */
public final class Tellers {

  private static final RetryPolicy RETRY =
      new RetryPolicy(10_000, Duration.ofNanos(200_000), Duration.ofMillis(50));

  private final AtomicLongArray asked;
  private final AtomicLongArray acknowledged;
  private final TransactionOptions options;
  private final AcknowledgeLog log;
  private final LongAdder committed = new LongAdder();
  private final LongAdder retries = new LongAdder();
  private volatile boolean crashing;

  /**
   * That many workers.
   *
   * @param durability of each transfer, or null for the store's
   * @param log is told of each acknowledged transfer; null for none
   */
  public Tellers(int workers, Durability durability, AcknowledgeLog log) {
    this.asked = new AtomicLongArray(workers);
    this.acknowledged = new AtomicLongArray(workers);
    this.options = TransactionOptions.DEFAULT.withDurability(durability);
    this.log = log;
  }

  /** Goes on from the transfers that the store has. */
  public void resume(Bank bank) {
    for (int worker = 0; worker < asked.length(); worker++) {
      long sequence = bank.sequence(worker);
      asked.set(worker, sequence);
      acknowledged.set(worker, sequence);
    }
  }

  /** Starts all workers; they go on until the crew is stopped. */
  public Crew start(Store store, Bank bank, long seed) {
    crashing = false;
    SplittableRandom seeds = new SplittableRandom(seed);
    List<SplittableRandom> randoms = new ArrayList<>();
    for (int worker = 0; worker < asked.length(); worker++) {
      randoms.add(seeds.split());
    }
    return Crew.start(
        "teller",
        asked.length(),
        (worker, crew) -> work(store, bank, new Worker(worker, crew, randoms.get(worker))));
  }

  private record Worker(int number, Crew crew, SplittableRandom random) {}

  private void work(Store store, Bank bank, Worker worker) {
    try {
      while (worker.crew().goesOn()) {
        transfer(store, bank.accounts(), worker);
      }
    } catch (StoreException e) {
      if (!crashing) {
        throw e;
      }
    }
  }

  private void transfer(Store store, int accounts, Worker worker) {
    Bank.Order order = Bank.Order.draw(worker.random(), accounts);
    int number = worker.number();
    long sequence = asked.incrementAndGet(number);
    int[] attempts = new int[1];
    store.transact(
        options,
        RETRY,
        transaction -> {
          attempts[0]++;
          Bank.transfer(transaction, order, number, sequence);
          return null;
        });
    acknowledged.set(number, sequence);
    if (log != null) {
      log.acknowledged(number, sequence);
    }
    committed.increment();
    retries.add(attempts[0] - 1);
  }

  /** From now on workers end quietly when they lose the store. */
  void expectCrash() {
    crashing = true;
  }

  /** Transfers acknowledged so far. */
  public long committed() {
    return committed.sum();
  }

  /** Attempts that met another transaction and were tried again. */
  public long retries() {
    return retries.sum();
  }

  /**
   * Compares what the store has with what was acknowledged and asked for.
   *
   * @param losses how many acknowledged transfers are not there
   * @param inventions how many there are that nobody asked for
   */
  record Comparison(long losses, long inventions) {}

  /** Compares; call while no worker runs. */
  Comparison compare(Bank bank) {
    long losses = 0;
    long inventions = 0;
    for (int worker = 0; worker < asked.length(); worker++) {
      long sequence = bank.sequence(worker);
      losses += Math.max(0, acknowledged.get(worker) - sequence);
      inventions += Math.max(0, sequence - asked.get(worker));
    }
    return new Comparison(losses, inventions);
  }
}
