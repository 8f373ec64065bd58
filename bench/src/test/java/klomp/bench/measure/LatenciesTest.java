package klomp.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

final class LatenciesTest {

  @Test
  void percentilesAreInMicrosecondsToThreeDigits() {
    Latencies first = new Latencies();
    Latencies second = new Latencies();
    for (int micros = 1; micros <= 1000; micros++) {
      (micros % 2 == 0 ? first : second).record(micros * 1000L);
    }
    first.add(second);
    Latencies.Summary summary = first.summary();
    assertEquals(1000, summary.count());
    assertEquals(500.5, summary.meanMicros(), 1);
    assertEquals(500, summary.p50Micros(), 1);
    assertEquals(950, summary.p95Micros(), 1);
    assertEquals(990, summary.p99Micros(), 1);
    assertEquals(999, summary.p999Micros(), 1);
    assertEquals(1000, summary.maxMicros(), 1);
  }

  @Test
  void nothingRecordedIsAllZeros() {
    assertEquals(new Latencies.Summary(0, 0, 0, 0, 0, 0, 0), new Latencies().summary());
  }
}
