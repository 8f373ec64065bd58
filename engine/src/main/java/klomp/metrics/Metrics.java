package klomp.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;
import klomp.api.Statistics;

/**
 * The counters and gauges of one store. Names are dotted, lower-case concepts with a camel-case
 * last word ({@code wal.bytesWritten}); durations end in {@code Nanos}, sizes in {@code Bytes}.
 *
 * <p>Safe for use by any number of threads. Registering is for start-up; counting is a {@link
 * LongAdder}, or a {@link StripedCounter} where that would be felt.
 */
public final class Metrics {

  private final Map<String, LongSupplier> values = new ConcurrentHashMap<>();
  private final Map<String, WaitEvent> waitEvents = new ConcurrentHashMap<>();

  /** A new counter that starts at zero. */
  public LongAdder counter(String name) {
    LongAdder adder = new LongAdder();
    gauge(name, adder::sum);
    return adder;
  }

  /**
   * The wait event of that name; one for all who ask. Seen as {@code wait.<name>.count}, {@code
   * .nanos} and {@code .now}.
   */
  public WaitEvent waitEvent(String name) {
    return waitEvents.computeIfAbsent(
        name,
        fresh -> {
          WaitEvent event = new WaitEvent();
          gauge("wait." + fresh + ".count", event::count);
          gauge("wait." + fresh + ".nanos", event::nanos);
          gauge("wait." + fresh + ".now", event::now);
          return event;
        });
  }

  /** A value that is asked for when somebody looks. */
  public void gauge(String name, LongSupplier value) {
    if (values.putIfAbsent(name, value) != null) {
      throw new IllegalStateException("there is a metric named " + name + " already");
    }
  }

  /** All values now; each is right by itself, together they are no single instant. */
  public Statistics snapshot() {
    Map<String, Long> now = new TreeMap<>();
    values.forEach((name, value) -> now.put(name, value.getAsLong()));
    return Statistics.of(now);
  }
}
