package klomp.bench.model;

import java.util.EnumMap;
import java.util.Map;
import klomp.api.ClogStrategy;

/** Round service times for tests: what follows from them can be worked out by hand. */
final class TestTimes {

  private TestTimes() {}

  /** A commit takes 1,000 ns under the lock, waking and moving cache lines takes nothing. */
  static ServiceTimes withoutWaking() {
    Map<Service, Double> values = new EnumMap<>(Service.class);
    for (Service service : Service.values()) {
      if (service.isMeasured()) {
        values.put(service, 0.0);
      }
    }
    return ServiceTimes.of(values, alone(1, 1_002));
  }

  /** Such as a machine has them. */
  static ServiceTimes usual() {
    Map<Service, Double> values = new EnumMap<>(Service.class);
    values.put(Service.SHARED_LOCK, 14.0);
    values.put(Service.EXCLUSIVE_LOCK, 17.0);
    values.put(Service.CONTENT_LOCK, 15.0);
    values.put(Service.WORD_FETCH, 20.0);
    values.put(Service.WORD_CHANGE, 6.0);
    values.put(Service.SLOT_SEARCH, 1.5);
    values.put(Service.VICTIM_SEARCH, 2.0);
    values.put(Service.PAGE_READ, 6_000.0);
    values.put(Service.READ_BESIDE, 1_000.0);
    values.put(Service.PAGE_WRITE, 2_500.0);
    values.put(Service.TAKE_XIDS, 6.0);
    values.put(Service.DRAW, 1.0);
    values.put(Service.SPIN, 19.0);
    values.put(Service.UNPARK_IDLE, 2_000.0);
    values.put(Service.UNPARK_ASLEEP, 10_000.0);
    values.put(Service.WAKE_ASLEEP, 40_000.0);
    values.put(Service.SLEEP_AFTER, 100_000.0);
    values.put(Service.UNPARK_BUSY, 1_000.0);
    values.put(Service.UNPARK_RUNNING, 60.0);
    values.put(Service.WAKE, 9_000.0);
    values.put(Service.YIELD, 400.0);
    values.put(Service.CONTEXT_SWITCH, 1_500.0);
    values.put(Service.TRANSFER, 150.0);
    values.put(Service.REST, 20_000.0);
    return ServiceTimes.of(values, alone(32, 210));
  }

  private static Map<ClogStrategy, ServiceTimes.Alone> alone(double hit, double set) {
    Map<ClogStrategy, ServiceTimes.Alone> alone = new EnumMap<>(ClogStrategy.class);
    for (ClogStrategy strategy : ClogStrategy.values()) {
      alone.put(strategy, new ServiceTimes.Alone(hit, set));
    }
    alone.put(ClogStrategy.SINGLE_WRITER, new ServiceTimes.Alone(hit, 4 * set));
    alone.put(ClogStrategy.DIRECT, new ServiceTimes.Alone(hit / 3, Math.min(set / 2, 100)));
    return alone;
  }
}
