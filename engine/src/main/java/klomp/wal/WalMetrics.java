package klomp.wal;

import java.util.concurrent.atomic.LongAdder;
import java.util.function.Supplier;
import klomp.api.StoreException;
import klomp.host.Host;
import klomp.metrics.Metrics;
import klomp.metrics.WaitEvent;

/** The counters of the log, under {@code wal.}. */
final class WalMetrics {

  final LongAdder records;
  final LongAdder bytesWritten;
  final LongAdder writes;
  final LongAdder syncs;
  final LongAdder syncNanos;

  /** An append that finds no room. */
  final WaitEvent space;

  /** A commit, or whoever else needs the log durable. */
  final WaitEvent sync;

  final LongAdder wakes;
  final LongAdder segmentsCreated;
  final LongAdder segmentsRecycled;

  private final Host host;

  WalMetrics(Metrics metrics, Host host) {
    this.host = host;
    records = metrics.counter("wal.records");
    bytesWritten = metrics.counter("wal.bytesWritten");
    writes = metrics.counter("wal.writes");
    syncs = metrics.counter("wal.syncs");
    syncNanos = metrics.counter("wal.syncNanos");
    space = metrics.waitEvent("wal.space");
    sync = metrics.waitEvent("wal.sync");
    wakes = metrics.counter("wal.wakes");
    segmentsCreated = metrics.counter("wal.segmentsCreated");
    segmentsRecycled = metrics.counter("wal.segmentsRecycled");
  }

  /** Runs what may wait and counts it as that event. */
  <T> T waiting(WaitEvent event, Supplier<T> wait) {
    event.begin();
    long begin = host.nanoTime();
    try {
      return wait.get();
    } finally {
      event.end(host.nanoTime() - begin);
    }
  }

  /** The same listener, its wait counted. */
  DurabilityListener waiting(DurabilityListener listener) {
    sync.begin();
    long begin = host.nanoTime();
    return new DurabilityListener() {
      @Override
      public void durable() {
        sync.end(host.nanoTime() - begin);
        listener.durable();
      }

      @Override
      public void failed(StoreException failure) {
        sync.end(host.nanoTime() - begin);
        listener.failed(failure);
      }
    };
  }
}
