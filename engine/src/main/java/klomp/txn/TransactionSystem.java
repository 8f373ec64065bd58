package klomp.txn;

import java.util.concurrent.Executor;
import klomp.api.StoreOptions;
import klomp.clog.CommitLog;
import klomp.host.Host;
import klomp.lock.LockTable;
import klomp.sync.SharedGate;
import klomp.tree.VersionTree;
import klomp.wal.Wal;
import klomp.xid.RunningSet;

/**
 * What a transaction works with.
 *
 * @param host the clock
 * @param options defaults of isolation, durability and the lock time-out
 * @param gate entered while a record is appended and applied, so that a checkpoint sees both or
 *     neither
 * @param wal the log
 * @param clog the fate of every transaction
 * @param running xids and snapshots
 * @param tree the versions
 * @param locks key locks
 * @param continuations runs what has waited for a lock or for the disk
 */
public record TransactionSystem(
    Host host,
    StoreOptions options,
    SharedGate gate,
    Wal wal,
    CommitLog clog,
    RunningSet running,
    VersionTree tree,
    LockTable locks,
    Executor continuations) {}
