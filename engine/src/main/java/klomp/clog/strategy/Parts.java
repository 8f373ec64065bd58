package klomp.clog.strategy;

import klomp.clog.BufferPool;
import klomp.clog.ClogGeometry;
import klomp.clog.ClogMetrics;
import klomp.clog.SegmentFiles;
import klomp.clog.StatusWords;
import klomp.host.Host;

/** What every strategy is made of. */
record Parts(SegmentFiles files, Host host, ClogMetrics metrics, StatusWords words) {

  Parts(SegmentFiles files, Host host, ClogMetrics metrics) {
    this(files, host, metrics, new StatusWords(files.geometry()));
  }

  ClogGeometry geometry() {
    return files.geometry();
  }

  BufferPool pool(int banks, int slots, BufferPool.Search search) {
    return new BufferPool(files, host, metrics, new BufferPool.Shape(banks, slots, search));
  }
}
