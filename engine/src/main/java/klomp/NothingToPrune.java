package klomp;

import klomp.tree.VersionFates;

/** For a tree that is only being made: it has no versions yet. */
enum NothingToPrune implements VersionFates {
  INSTANCE;

  @Override
  public long fate(long xid, int hint) {
    return UNSETTLED;
  }

  @Override
  public long durableFate(long xid, int hint) {
    return UNSETTLED;
  }
}
