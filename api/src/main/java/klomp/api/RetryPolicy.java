package klomp.api;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * How often, and after which pauses, a transaction is run again. The pause before attempt n is a
 * random one between zero and {@code firstPause * 2^(n-2)}, at most {@code maxPause} ("full
 * jitter"), so that those who met do not meet again.
 *
 * @param maxAttempts all attempts together, 1 or more
 * @param firstPause the longest pause after the first failure
 * @param maxPause the longest pause of all
 */
public record RetryPolicy(int maxAttempts, Duration firstPause, Duration maxPause) {

  /** 64 attempts, 1 ms to 100 ms. */
  public static final RetryPolicy DEFAULT =
      new RetryPolicy(64, Duration.ofMillis(1), Duration.ofMillis(100));

  public RetryPolicy {
    if (maxAttempts < 1 || firstPause.isNegative() || maxPause.compareTo(firstPause) < 0) {
      throw new InvalidRequestException(
          "a retry policy has 1 or more attempts and pauses of 0 <= first <= max");
    }
  }

  /** The longest pause in nanoseconds after {@code failures} failed attempts. */
  public long pauseNanos(int failures) {
    long doubled = firstPause.toNanos() << Math.min(failures - 1, 20);
    return Math.min(maxPause.toNanos(), doubled);
  }

  <T> T run(Supplier<Transaction> begin, Store.Work<T> work) {
    for (int failures = 0; ; ) {
      try (Transaction transaction = begin.get()) {
        T result = work.run(transaction);
        transaction.commit();
        return result;
      } catch (KlompException e) {
        failures++;
        if (e.remedy() != Remedy.RETRY || failures >= maxAttempts) {
          throw e;
        }
        pause(failures);
      }
    }
  }

  /** Sleeps in full even when interrupted (the flag stays set): the work is still to be done. */
  private void pause(int failures) {
    long longest = pauseNanos(failures);
    if (longest > 0) {
      long deadline = System.nanoTime() + ThreadLocalRandom.current().nextLong(longest + 1);
      boolean interrupted = Thread.interrupted();
      for (long left; (left = deadline - System.nanoTime()) > 0; ) {
        LockSupport.parkNanos(Math.min(left, TimeUnit.MILLISECONDS.toNanos(10)));
        interrupted |= Thread.interrupted();
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
