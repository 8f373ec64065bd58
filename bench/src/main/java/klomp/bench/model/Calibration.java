package klomp.bench.model;

import java.util.EnumMap;
import java.util.Map;
import klomp.api.ClogStrategy;

/** Measures all service times on this machine, in about fifteen seconds. */
final class Calibration {

  private Calibration() {}

  static ServiceTimes measure(int lookups) throws InterruptedException {
    Map<Service, Double> times = new EnumMap<>(Service.class);
    ThreadCalibration.measure(times);
    ReadCalibration.measure(times);
    Map<ClogStrategy, ServiceTimes.Alone> alone = LogCalibration.measure(times);
    ServiceTimes.Alone direct = alone.get(ClogStrategy.DIRECT);
    StoreCalibration.measure(times, direct.set() + lookups * direct.hit());
    return ServiceTimes.of(times, alone);
  }
}
