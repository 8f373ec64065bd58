package klomp.page;

/**
 * What a root block says: one durable checkpoint.
 *
 * @param sequence number of the checkpoint, 0 for that of a new file
 * @param pidLimit the first page number not used so far
 * @param fileUnits the file must be at least this long
 * @param index the index of the page map
 * @param state the caller's state; in the block itself if {@code inlineState} is not null
 * @param inlineState the state if it fits in the block, else null
 */
record RootBlock(
    long sequence, long pidLimit, long fileUnits, Blob index, Blob state, byte[] inlineState) {

  /** The length of a state that is not there. */
  static final int NO_STATE = -1;

  /**
   * Bytes at a place with their checksum.
   *
   * @param bytes length; {@link #NO_STATE} for no state at all
   */
  record Blob(long place, int bytes, int crc) {
    static final Blob EMPTY = new Blob(Place.NONE, 0, 0);
  }

  /** The checkpoint of a new file. */
  static RootBlock ofNewFile() {
    return new RootBlock(
        0, 1, RootLayout.UNITS, Blob.EMPTY, new Blob(Place.NONE, NO_STATE, 0), null);
  }
}
