package klomp.page;

import java.nio.ByteBuffer;

/**
 * Has a last look at what is about to be written. Runs on the page writer (and must not wait for
 * anything that waits for it).
 */
@FunctionalInterface
public interface PageFilter {

  /**
   * Changes the copy that is about to be written; the page in memory stays as it is. May shrink the
   * content and widen the gap.
   *
   * @param copy a whole page, little-endian, absolute access only
   */
  void beforeWrite(ByteBuffer copy);
}
