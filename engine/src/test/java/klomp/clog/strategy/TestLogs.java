package klomp.clog.strategy;

import java.io.IOException;
import java.nio.file.Path;
import klomp.api.ClogStrategy;
import klomp.clog.ClogGeometry;
import klomp.clog.CommitLog;
import klomp.host.Host;
import klomp.host.SystemHost;
import klomp.metrics.Metrics;

/** Commit logs small enough that a handful of transactions meets every edge. */
final class TestLogs {

  static final ClogGeometry SMALL = new ClogGeometry(64, 4);
  static final int SLOTS = 4;
  static final long[] NO_SUBS = {};

  private TestLogs() {}

  static CommitLog open(Path path, ClogStrategy strategy) {
    return open(path, strategy, new SystemHost(), 1, new Metrics());
  }

  static CommitLog open(
      Path path, ClogStrategy strategy, Host host, long oldestXid, Metrics metrics) {
    return open(
        path, new CommitLogs.Settings(strategy, SLOTS, SMALL, true), host, oldestXid, metrics);
  }

  static CommitLog open(
      Path path, CommitLogs.Settings settings, Host host, long oldestXid, Metrics metrics) {
    try {
      return CommitLogs.open(host.directory(path), host, settings, oldestXid, metrics);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
