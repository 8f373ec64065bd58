package klomp.tree;

import java.util.ArrayList;
import java.util.List;

/** Takes nothing, and notes the stamps of all versions of a key. */
final class StampCollector implements VersionJudge {

  final List<Long> stamps = new ArrayList<>();
  final List<Integer> hints = new ArrayList<>();

  @Override
  public void restart() {
    stamps.clear();
    hints.clear();
  }

  @Override
  public int judge(long xid, long stamp, int hint, boolean tombstone) {
    stamps.add(stamp);
    hints.add(hint);
    return SKIP;
  }

  static List<Long> of(VersionTree tree, byte[] key) {
    StampCollector collector = new StampCollector();
    tree.read(key, collector);
    return collector.stamps;
  }
}
