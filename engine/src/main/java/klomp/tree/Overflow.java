package klomp.tree;

import static klomp.page.PagePool.GAP_END;
import static klomp.page.PagePool.GAP_START;
import static klomp.page.PagePool.PAGE_BYTES;
import static klomp.tree.NodeLayout.KIND;
import static klomp.tree.NodeLayout.KIND_OVERFLOW;

import java.nio.ByteBuffer;
import klomp.page.PagePool;
import klomp.sync.VersionLatches;

/**
 * Values that do not fit into a leaf, as chains of pages. A chain is written once, before the
 * version that refers to it is in its leaf, and never changed; so a reader that finds a page with
 * the right owner and place in the chain has the right bytes, whatever happens to the leaf. Owner
 * is the stamp of the version: no two versions share one.
 *
 * <pre>
 *   24  u8   kind 3          28  u32  bytes of the value on this page
 *   32  u64  owner           40  u64  next page, or -1        48  u32  place in the chain, from 0
 *   56  the bytes; then the gap, to the end of the page
 * </pre>
 */
final class Overflow {

  static final int LENGTH = 28;
  static final int OWNER = 32;
  static final int NEXT = 40;
  static final int PLACE = 48;
  static final int DATA = 56;
  static final int CAPACITY = PAGE_BYTES - DATA;
  static final long NO_PAGE = -1;

  private Overflow() {}

  /** Writes a chain, last page first so that each page knows the next; returns the first page. */
  static long write(TreePages pages, long owner, byte[] value) {
    PagePool pool = pages.pool();
    long next = NO_PAGE;
    for (int place = (value.length - 1) / CAPACITY; place >= 0; place--) {
      int from = place * CAPACITY;
      int length = Math.min(CAPACITY, value.length - from);
      int frame = pool.allocate();
      ByteBuffer page = pool.bytes(frame);
      page.putLong(KIND, KIND_OVERFLOW);
      page.putInt(LENGTH, length);
      page.putLong(OWNER, owner);
      page.putLong(NEXT, next);
      page.putLong(PLACE, place);
      page.put(DATA, value, from, length);
      page.putShort(GAP_START, (short) (DATA + length));
      page.putShort(GAP_END, (short) PAGE_BYTES);
      next = pool.pidAt(frame);
      pages.latches().unlock(frame);
    }
    return next;
  }

  /**
   * Reads a chain.
   *
   * @return the value, or null if a page is not what it should be: the chain was freed meanwhile,
   *     or is corrupt; the caller finds out which by looking whether the version is still there
   */
  static byte[] read(TreePages pages, long owner, int length, long first) {
    byte[] value = new byte[length];
    long pid = first;
    int at = 0;
    for (int place = 0; at < length; place++) {
      pid = readPage(pages, pid, owner, place, value, at);
      if (pid == FREED) {
        return null;
      }
      at += Math.min(CAPACITY, length - at);
    }
    return pid == NO_PAGE ? value : null;
  }

  private static final long FREED = -2;

  /** Copies one page of a chain; returns the next page, {@link #NO_PAGE} or {@link #FREED}. */
  private static long readPage(
      TreePages pages, long pid, long owner, int place, byte[] value, int at) {
    PagePool pool = pages.pool();
    VersionLatches latches = pages.latches();
    int length = Math.min(CAPACITY, value.length - at);
    for (int tries = 0; ; tries++) {
      TreePages.pause(tries);
      int frame = pid == NO_PAGE ? PagePool.NO_FRAME : pool.frameOf(pid);
      if (frame == PagePool.NO_FRAME) {
        return FREED;
      }
      long version = latches.optimistic(frame);
      if (pool.pidAt(frame) != pid) {
        continue;
      }
      ByteBuffer page = pool.bytes(frame);
      boolean right = isPage(page, owner, place) && page.getInt(LENGTH) == length;
      long next = page.getLong(NEXT);
      if (right) {
        page.get(DATA, value, at, length);
      }
      if (latches.validate(frame, version)) {
        return right ? next : FREED;
      }
    }
  }

  /** Gives the pages of a chain back that no version refers to any more. */
  static void free(TreePages pages, long owner, long first) {
    PagePool pool = pages.pool();
    VersionLatches latches = pages.latches();
    long pid = first;
    for (int place = 0; pid != NO_PAGE; place++) {
      int frame = pool.frameOf(pid);
      if (frame == PagePool.NO_FRAME) {
        throw TreePages.corrupt(pid, "an overflow page is missing", null);
      }
      latches.lock(frame);
      if (pool.pidAt(frame) != pid) {
        latches.unlockUnchanged(frame);
        place--;
        continue;
      }
      ByteBuffer page = pool.bytes(frame);
      if (!isPage(page, owner, place)) {
        latches.unlockUnchanged(frame);
        throw TreePages.corrupt(pid, "it is not the overflow page it should be", null);
      }
      pid = page.getLong(NEXT);
      boolean freed = false;
      try {
        pool.free(frame);
        freed = true;
      } finally {
        if (!freed) {
          latches.unlock(frame);
        }
      }
    }
  }

  static boolean isPage(ByteBuffer page, long owner, int place) {
    return Node.kind(page) == KIND_OVERFLOW
        && page.getLong(OWNER) == owner
        && page.getInt(PLACE) == place;
  }
}
