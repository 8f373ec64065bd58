package klomp.wal;

/**
 * A file of the log.
 *
 * @param start the LSN of its first byte, which is also its name
 * @param bytes its size
 */
record Segment(long start, long bytes) {

  long end() {
    return start + bytes;
  }

  String name() {
    return WalLayout.segmentName(start);
  }
}
