package klomp.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

final class SampleTest {

  @Test
  void theMedianOfAnOddNumberIsTheMiddleOne() {
    assertEquals(new Sample(3, 20, 10, 90), Sample.of(90, 10, 20));
  }

  @Test
  void theMedianOfAnEvenNumberIsTheMeanOfTheMiddleTwo() {
    assertEquals(new Sample(4, 25, 10, 90), Sample.of(90, 30, 10, 20));
  }

  @Test
  void aSingleRunIsItsOwnRange() {
    assertEquals(new Sample(1, 7, 7, 7), Sample.of(7));
  }

  @Test
  void noRunsAreNoSample() {
    assertThrows(IllegalArgumentException.class, () -> Sample.of());
  }

  @Test
  void percentComparesMedians() {
    assertEquals(50, Sample.of(150).percentOver(Sample.of(100)), 1e-9);
    assertEquals(-25, Sample.of(75).percentOver(Sample.of(50, 100, 150)), 1e-9);
  }

  @Test
  void rangesOverlapWhenTheyHaveAValueInCommon() {
    assertTrue(Sample.of(1, 5).overlaps(Sample.of(5, 9)));
    assertTrue(Sample.of(1, 9).overlaps(Sample.of(4, 5)));
    assertFalse(Sample.of(1, 4).overlaps(Sample.of(5, 9)));
  }
}
