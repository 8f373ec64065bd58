package klomp.api;

import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counters and gauges of a store at one moment.
 *
 * @param values by dotted name, such as {@code clog.hits}; nanoseconds end in {@code Nanos}, bytes
 *     in {@code Bytes}, everything else is a count; {@code wait.<event>.count}, {@code .nanos} and
 *     {@code .now} are the wait events
 */
public record Statistics(SortedMap<String, Long> values) {

  public Statistics {
    values = java.util.Collections.unmodifiableSortedMap(new TreeMap<>(values));
  }

  public static Statistics of(Map<String, Long> values) {
    return new Statistics(new TreeMap<>(values));
  }

  /** The value of that name, or 0 if this store does not count it. */
  public long get(String name) {
    return values.getOrDefault(name, 0L);
  }
}
