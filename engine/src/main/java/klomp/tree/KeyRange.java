package klomp.tree;

/**
 * A range of keys as places: everything from {@code from} on and before {@code to}.
 *
 * @param from null: no bound
 * @param to null: no bound
 */
record KeyRange(Position from, Position to) {

  KeyRange(byte[] from, byte[] to) {
    this(
        from == null || from.length == 0 ? null : Position.before(from),
        to == null ? null : Position.before(to));
  }

  /** Whether nothing of the range is at {@code next} or behind it. */
  boolean endsBefore(Position next) {
    return to != null && next.compareTo(to) >= 0;
  }

  /** Whether nothing of the range is before {@code bound}. */
  boolean beginsAt(Position bound) {
    return bound.compareTo(from == null ? Position.FIRST : from) <= 0;
  }

  boolean isEmpty() {
    return from != null && to != null && from.compareTo(to) >= 0;
  }
}
