package klomp.checkpoint;

import klomp.api.CorruptStoreException;
import klomp.bytes.RecordReader;
import klomp.bytes.RecordWriter;

/**
 * What a checkpoint remembers beside the pages. Stored as numbers behind a version; see {@code
 * docs/PAGES.md} for where.
 *
 * @param walPosition replay begins here
 * @param rootPid the root of the tree
 * @param nextXid xids below were handed out
 * @param xidLimit no xid at or above was handed out
 * @param clogOldest the commit log reaches back to here
 * @param unfinished xids below {@code nextXid} without a fate, ascending
 */
public record CheckpointState(
    long walPosition,
    long rootPid,
    long nextXid,
    long xidLimit,
    long clogOldest,
    long[] unfinished) {

  private static final int VERSION = 1;

  /** As bytes. */
  public byte[] encode() {
    return new RecordWriter()
        .number(VERSION)
        .number(walPosition)
        .number(rootPid)
        .number(nextXid)
        .number(xidLimit)
        .number(clogOldest)
        .numbers(unfinished, unfinished.length)
        .take();
  }

  /**
   * From bytes.
   *
   * @throws CorruptStoreException if they are not what {@link #encode} made
   */
  public static CheckpointState decode(byte[] bytes) {
    try {
      RecordReader reader = new RecordReader(bytes);
      long version = reader.number();
      if (version != VERSION) {
        throw new CorruptStoreException("the checkpoint has version " + version + ", not 1");
      }
      return new CheckpointState(
          reader.number(),
          reader.number(),
          reader.number(),
          reader.number(),
          reader.number(),
          reader.numbers());
    } catch (IllegalArgumentException e) {
      throw new CorruptStoreException("the checkpoint's state cannot be read", e);
    }
  }
}
