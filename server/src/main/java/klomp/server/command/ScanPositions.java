package klomp.server.command;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The places where SCAN stopped, by the number that the client got. Redis clients expect a number
 * as the cursor, and may send it on another connection of their pool: so the server keeps the
 * newest {@link #MAX_POSITIONS}. A cursor is not used up: asking twice gives the same place.
 */
final class ScanPositions {

  /** The most places kept; at 2 KiB for the longest key, 32 MiB. */
  static final int MAX_POSITIONS = 16_384;

  // guarded by this, in the order of use
  private final LinkedHashMap<Long, byte[]> keys =
      new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, byte[]> eldest) {
          return size() > MAX_POSITIONS;
        }
      };
  private long last;

  synchronized long remember(byte[] lastKey) {
    keys.put(++last, lastKey);
    return last;
  }

  /** The last key that was visited before {@code cursor}, or null if that is not known. */
  synchronized byte[] find(long cursor) {
    return keys.get(cursor);
  }
}
