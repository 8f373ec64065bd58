package klomp.tree;

import static klomp.page.PagePool.PAGE_BYTES;
import static klomp.tree.NodeLayout.*;

import java.nio.ByteBuffer;
import klomp.page.PageFilter;

/**
 * Makes leaves fit for the disk: takes out hints that a crash could belie, versions that nobody
 * needs, and garbage. What it takes out is decided by what is durable, and it never takes out a
 * reference to overflow pages, as those would then belong to nobody.
 */
final class WriteFilter implements PageFilter {

  private static final int GARBAGE_WORTH_A_REWRITE = PAGE_BYTES / 16;

  private final VersionFates fates;

  WriteFilter(VersionFates fates) {
    this.fates = fates;
  }

  @Override
  public void beforeWrite(ByteBuffer copy) {
    int kind = Node.kind(copy);
    if (kind == KIND_LEAF) {
      Pruning pruning = Pruning.observe(copy).decide(fates::durableFate, Pruning.Cover.NONE, true);
      if (pruning.dropped() > 0) {
        pruning.apply(copy);
      }
      clearHints(copy);
    }
    if ((kind == KIND_LEAF || kind == KIND_INNER)
        && Node.u16(copy, GARBAGE) >= GARBAGE_WORTH_A_REWRITE) {
      Splitter.compact(copy);
    }
  }

  private void clearHints(ByteBuffer copy) {
    int count = Node.count(copy);
    for (int i = 0; i < count; i++) {
      int record = Node.record(copy, i);
      int hint = Leaf.hint(Leaf.info(copy, record));
      if (hint != 0 && !confirms(fates.durableFate(Leaf.xid(copy, record), hint), hint)) {
        Leaf.setHint(copy, record, 0);
      }
    }
  }

  private static boolean confirms(long fate, int hint) {
    return hint == VersionJudge.HINT_COMMITTED
        ? fate != VersionFates.ABORTED && fate != VersionFates.UNSETTLED
        : fate == VersionFates.ABORTED;
  }
}
