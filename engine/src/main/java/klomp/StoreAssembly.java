package klomp;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import klomp.api.NotAStoreException;
import klomp.api.Store;
import klomp.api.StoreInUseException;
import klomp.api.StoreOptions;
import klomp.checkpoint.CheckpointState;
import klomp.checkpoint.Checkpointer;
import klomp.clog.CommitLog;
import klomp.clog.strategy.CommitLogs;
import klomp.host.Host;
import klomp.host.HostDirectory;
import klomp.host.HostLock;
import klomp.inspect.CheckReport;
import klomp.lock.LockTable;
import klomp.metrics.Metrics;
import klomp.page.PagePool;
import klomp.recovery.Recovery;
import klomp.sync.SharedGate;
import klomp.tree.VersionTree;
import klomp.txn.LiveFates;
import klomp.txn.TransactionSystem;
import klomp.txn.TransactionalStore;
import klomp.vacuum.Vacuum;
import klomp.wal.Wal;
import klomp.wal.WalEnd;
import klomp.wal.WalOptions;
import klomp.xid.RunningSet;
import klomp.xid.XidLimitLog;

/**
 * Wires one store together, bottom up, and takes it apart, top down. What was opened when a later
 * step fails is closed again.
 */
final class StoreAssembly implements TransactionalStore.Lifecycle {

  private static final String LOCK_FILE = "klomp.lock";
  private static final String PAGE_FILE = "klomp.pages";
  private static final String WAL_DIRECTORY = "wal";
  private static final String CLOG_DIRECTORY = "clog";
  private static final int CONTINUATION_THREADS = 4;

  private final Host host;
  private final StoreOptions options;
  private final Metrics metrics = new Metrics();
  private final SharedGate gate = new SharedGate();
  private final Closing closing = new Closing();
  private PagePool pool;
  private Checkpointer checkpointer;
  private Vacuum vacuum;

  StoreAssembly(Host host, StoreOptions options) {
    this.host = host;
    this.options = options;
  }

  /**
   * An interrupted thread may open: the flag is put aside, as it would end the writing of files.
   */
  Store open(HostDirectory directory) throws IOException {
    boolean interrupted = Thread.interrupted();
    try {
      return new TransactionalStore(wire(directory), metrics, this);
    } catch (Throwable e) {
      closing.closeAfter(e);
      throw e;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** Opens the store, recovers it, examines every page, and closes it. */
  CheckReport check(HostDirectory directory) throws IOException {
    if (!directory.exists(PAGE_FILE)) {
      throw new NotAStoreException(directory + " holds no Klomp store (no " + PAGE_FILE + ")");
    }
    CheckReport report;
    try {
      report = CheckReport.of(wire(directory).tree(), pool);
    } catch (Throwable e) {
      closing.closeAfter(e);
      throw e;
    }
    closing.close();
    return report;
  }

  private TransactionSystem wire(HostDirectory directory) throws IOException {
    requireStoreOrEmpty(directory);
    takeLock(directory);
    StoreOptions.Tuning tuning = options.tuning();

    pool = closing.add(PagePool.open(host, directory, PAGE_FILE, tuning.cacheBytes(), metrics));
    CheckpointState checkpoint = checkpointOf(pool);
    CommitLog clog =
        closing.add(
            CommitLogs.open(
                directory.directory(CLOG_DIRECTORY),
                host,
                new CommitLogs.Settings(tuning.clogStrategy(), tuning.clogBuffers()),
                checkpoint.clogOldest(),
                metrics));
    HostDirectory walDirectory = directory.directory(WAL_DIRECTORY);
    directory.sync();

    Recovery.Outcome recovered = new Recovery(host, walDirectory, clog, checkpoint).run(pool);
    Wal wal = closing.add(openWal(walDirectory, recovered.end()));
    RunningSet running = new RunningSet(recovered.nextXid(), limitsIn(wal));
    VersionTree tree =
        VersionTree.open(pool, checkpoint.rootPid(), new LiveFates(clog, running, wal));
    // Closed after the last checkpoint, which waits for commits that end on these threads.
    ExecutorService continuations = host.executor("klomp-continuation", CONTINUATION_THREADS);
    closing.add(() -> stop(continuations));
    tree.register(metrics);
    checkpointer =
        new Checkpointer(
            new Checkpointer.Parts(gate, wal, clog, running, pool),
            tuning,
            host,
            checkpoint.rootPid(),
            metrics);
    checkpointer.start();
    closing.add(checkpointer);
    vacuum =
        new Vacuum(
            new Vacuum.Parts(gate, running, tree, clog, pool, checkpointer),
            options.keptXids(),
            host,
            metrics);
    vacuum.start();
    closing.add(vacuum);
    LockTable locks = closing.add(new LockTable(host, metrics));

    return new TransactionSystem(
        host, options, gate, wal, clog, running, tree, locks, continuations);
  }

  private static void requireStoreOrEmpty(HostDirectory directory) throws IOException {
    List<String> names = directory.list();
    if (!names.isEmpty() && !names.contains(LOCK_FILE) && !names.contains(PAGE_FILE)) {
      throw new NotAStoreException(
          directory
              + " holds files but no Klomp store (no "
              + PAGE_FILE
              + "); name an empty or new directory, or one that a store was made in");
    }
  }

  private void takeLock(HostDirectory directory) throws IOException {
    HostLock lock = directory.tryLock(LOCK_FILE);
    if (lock == null) {
      throw new StoreInUseException(
          "the store in " + directory + " is open in another process, or already in this one");
    }
    closing.add(lock);
  }

  /** The last checkpoint; of a new store, one that says "nothing yet" with an empty tree. */
  private CheckpointState checkpointOf(PagePool pool) {
    byte[] state = pool.state();
    if (state != null) {
      return CheckpointState.decode(state);
    }
    long rootPid = VersionTree.create(pool, NothingToPrune.INSTANCE).rootPid();
    return new CheckpointState(0, rootPid, 1, 1, 1, new long[0]);
  }

  private Wal openWal(HostDirectory walDirectory, WalEnd end) throws IOException {
    StoreOptions.Tuning tuning = options.tuning();
    WalOptions walOptions =
        new WalOptions(
            tuning.walBufferBytes(), tuning.walSegmentBytes(), options.asyncWindow().toNanos());
    return Wal.open(host, walDirectory, walOptions, end.next(), metrics);
  }

  private static XidLimitLog limitsIn(Wal wal) {
    return new XidLimitLog() {
      @Override
      public long append(long limit) {
        return wal.appendXidLimit(limit);
      }

      @Override
      public void awaitDurable(long position) {
        wal.awaitDurable(position);
      }
    };
  }

  /** Lets what is under way finish: each task is short, and none waits for another. */
  private static void stop(ExecutorService executor) throws InterruptedException {
    executor.shutdown();
    executor.awaitTermination(10, TimeUnit.SECONDS);
  }

  @Override
  public void checkpoint() {
    checkpointer.checkpoint();
  }

  @Override
  public void vacuum() {
    vacuum.sweep();
    checkpointer.checkpoint();
    if (pool.pinnedBytes() > 0) {
      // The places of what was swept away are free only when no checkpoint has them any more.
      checkpointer.checkpoint();
    }
  }

  @Override
  public void close() {
    closing.close();
  }
}
