package klomp.tree;

import java.util.concurrent.atomic.LongAdder;

/** What happened to the pages of a tree since it was opened. */
final class TreeCounters {
  final LongAdder splits = new LongAdder();
  final LongAdder merges = new LongAdder();
  final LongAdder prunedVersions = new LongAdder();
  final LongAdder freedOverflowValues = new LongAdder();
}
