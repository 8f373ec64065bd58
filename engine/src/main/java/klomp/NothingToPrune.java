package klomp;

import klomp.tree.VersionFates;

/** For a tree that is only being made: it has no versions yet. */
enum NothingToPrune implements VersionFates {
  INSTANCE;

  @Override
  public int fate(long xid, int hint) {
    return UNSETTLED;
  }

  @Override
  public int durableFate(long xid, int hint) {
    return UNSETTLED;
  }
}
