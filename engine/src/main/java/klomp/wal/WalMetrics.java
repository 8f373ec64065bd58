package klomp.wal;

import java.util.concurrent.atomic.LongAdder;
import klomp.metrics.Metrics;

/** The counters of the log, under {@code wal.}. */
final class WalMetrics {

  final LongAdder records;
  final LongAdder bytesWritten;
  final LongAdder writes;
  final LongAdder syncs;
  final LongAdder syncNanos;
  final LongAdder ringFullWaits;
  final LongAdder wakes;
  final LongAdder segmentsCreated;
  final LongAdder segmentsRecycled;

  WalMetrics(Metrics metrics) {
    records = metrics.counter("wal.records");
    bytesWritten = metrics.counter("wal.bytesWritten");
    writes = metrics.counter("wal.writes");
    syncs = metrics.counter("wal.syncs");
    syncNanos = metrics.counter("wal.syncNanos");
    ringFullWaits = metrics.counter("wal.ringFullWaits");
    wakes = metrics.counter("wal.wakes");
    segmentsCreated = metrics.counter("wal.segmentsCreated");
    segmentsRecycled = metrics.counter("wal.segmentsRecycled");
  }
}
