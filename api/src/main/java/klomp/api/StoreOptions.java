package klomp.api;

import java.time.Duration;

/**
 * How a store is to run. Immutable and checked when made; none of it is fixed in the files, so a
 * store may be opened with other options each time.
 *
 * @param isolation the default isolation of transactions
 * @param durability the default durability of commits
 * @param lockTimeout how long an operation waits for a key's lock; zero does not wait
 * @param asyncWindow how much of the newest {@link Durability#ASYNC} commits a crash can lose, 1 ms
 *     to 10 s
 * @param keptXids the fate of that many of the newest transactions can always be asked for,
 *     whatever vacuum gives up; 0 or more
 * @param tuning what changes speed and memory but never an answer
 */
public record StoreOptions(
    Isolation isolation,
    Durability durability,
    Duration lockTimeout,
    Duration asyncWindow,
    long keptXids,
    Tuning tuning) {

  public static final StoreOptions DEFAULT =
      new StoreOptions(
          Isolation.SNAPSHOT,
          Durability.SYNC,
          Duration.ofSeconds(5),
          Duration.ofMillis(5),
          1L << 20,
          Tuning.DEFAULT);

  public StoreOptions {
    if (isolation == null || durability == null || tuning == null) {
      throw new InvalidRequestException("isolation, durability and tuning are not optional");
    }
    if (lockTimeout.isNegative() || lockTimeout.compareTo(Duration.ofDays(1)) > 0) {
      throw new InvalidRequestException("the lock time-out is between 0 and 1 day");
    }
    if (asyncWindow.toMillis() < 1 || asyncWindow.toMillis() > 10_000) {
      throw new InvalidRequestException("the async window is between 1 ms and 10 s");
    }
    if (keptXids < 0) {
      throw new InvalidRequestException("the number of kept xids is 0 or more");
    }
  }

  /**
   * What changes speed and memory but never an answer.
   *
   * @param clogStrategy how threads share the commit log's buffer pool
   * @param clogBuffers pages of 8 KiB in that pool, a multiple of 16 between 16 and 65,536; {@code
   *     direct} has no pool and ignores it
   * @param cacheBytes memory for pages, outside the heap; 1 MiB to 1 TiB
   * @param walBufferBytes memory for records on their way to the log, outside the heap; a power of
   *     two between 1 MiB and 1 GiB
   * @param walSegmentBytes size of a log file; a power of two between 1 MiB and 1 GiB
   * @param checkpointWalBytes a checkpoint begins after that much log, 1 MiB or more
   * @param checkpointInterval a checkpoint begins after that time if anything was written
   */
  public record Tuning(
      ClogStrategy clogStrategy,
      int clogBuffers,
      long cacheBytes,
      int walBufferBytes,
      int walSegmentBytes,
      long checkpointWalBytes,
      Duration checkpointInterval) {

    public static final Tuning DEFAULT =
        new Tuning(
            ClogStrategy.DIRECT,
            128,
            256L << 20,
            16 << 20,
            64 << 20,
            256L << 20,
            Duration.ofMinutes(5));

    public Tuning {
      if (clogStrategy == null) {
        throw new InvalidRequestException(
            "the commit-log strategy is one of " + ClogStrategy.labels());
      }
      if (clogBuffers < 16 || clogBuffers > 65_536 || clogBuffers % 16 != 0) {
        throw new InvalidRequestException(
            "clogBuffers is a multiple of 16 between 16 and 65536, not " + clogBuffers);
      }
      if (cacheBytes < 1L << 20 || cacheBytes > 1L << 40) {
        throw new InvalidRequestException(
            "the cache has between 1 MiB and 1 TiB, not " + cacheBytes + " bytes");
      }
      checkPowerOfTwo("walBufferBytes", walBufferBytes);
      checkPowerOfTwo("walSegmentBytes", walSegmentBytes);
      if (checkpointWalBytes < 1L << 20) {
        throw new InvalidRequestException(
            "checkpointWalBytes is 1 MiB or more, not " + checkpointWalBytes);
      }
      if (checkpointInterval.toMillis() < 1) {
        throw new InvalidRequestException("the checkpoint interval is 1 ms or more");
      }
    }

    private static void checkPowerOfTwo(String name, int bytes) {
      if (bytes < 1 << 20 || bytes > 1 << 30 || Integer.bitCount(bytes) != 1) {
        throw new InvalidRequestException(
            name + " is a power of two between 1 MiB and 1 GiB, not " + bytes);
      }
    }

    public Tuning withClog(ClogStrategy strategy, int buffers) {
      return new Tuning(
          strategy,
          buffers,
          cacheBytes,
          walBufferBytes,
          walSegmentBytes,
          checkpointWalBytes,
          checkpointInterval);
    }

    public Tuning withCacheBytes(long bytes) {
      return new Tuning(
          clogStrategy,
          clogBuffers,
          bytes,
          walBufferBytes,
          walSegmentBytes,
          checkpointWalBytes,
          checkpointInterval);
    }

    public Tuning withWal(int bufferBytes, int segmentBytes) {
      return new Tuning(
          clogStrategy,
          clogBuffers,
          cacheBytes,
          bufferBytes,
          segmentBytes,
          checkpointWalBytes,
          checkpointInterval);
    }

    public Tuning withCheckpoint(long walBytes, Duration interval) {
      return new Tuning(
          clogStrategy,
          clogBuffers,
          cacheBytes,
          walBufferBytes,
          walSegmentBytes,
          walBytes,
          interval);
    }
  }

  public StoreOptions withIsolation(Isolation newIsolation) {
    return new StoreOptions(newIsolation, durability, lockTimeout, asyncWindow, keptXids, tuning);
  }

  public StoreOptions withDurability(Durability newDurability) {
    return new StoreOptions(isolation, newDurability, lockTimeout, asyncWindow, keptXids, tuning);
  }

  public StoreOptions withLockTimeout(Duration timeout) {
    return new StoreOptions(isolation, durability, timeout, asyncWindow, keptXids, tuning);
  }

  public StoreOptions withAsyncWindow(Duration window) {
    return new StoreOptions(isolation, durability, lockTimeout, window, keptXids, tuning);
  }

  public StoreOptions withKeptXids(long xids) {
    return new StoreOptions(isolation, durability, lockTimeout, asyncWindow, xids, tuning);
  }

  public StoreOptions withTuning(Tuning newTuning) {
    return new StoreOptions(isolation, durability, lockTimeout, asyncWindow, keptXids, newTuning);
  }

  /** The commit log's strategy and pool size in one step. */
  public StoreOptions withClog(ClogStrategy strategy, int buffers) {
    return withTuning(tuning.withClog(strategy, buffers));
  }

  /** The page cache's size in one step. */
  public StoreOptions withCacheBytes(long bytes) {
    return withTuning(tuning.withCacheBytes(bytes));
  }
}
