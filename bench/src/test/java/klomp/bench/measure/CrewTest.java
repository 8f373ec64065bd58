package klomp.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
final class CrewTest {

  @Test
  void everyThreadWorksOnce() throws InterruptedException {
    AtomicInteger sum = new AtomicInteger();
    Crew.run("test", 5, (index, crew) -> sum.addAndGet(index));
    assertEquals(0 + 1 + 2 + 3 + 4, sum.get());
  }

  @Test
  void theFirstFailureStopsTheOthersAndIsThrown() {
    IllegalStateException failure =
        assertThrows(
            IllegalStateException.class,
            () ->
                Crew.run(
                    "test",
                    3,
                    (index, crew) -> {
                      if (index == 1) {
                        throw new IllegalStateException("broken");
                      }
                      while (crew.goesOn()) {
                        Thread.onSpinWait();
                      }
                    }));
    assertEquals("broken", failure.getMessage());
  }

  @Test
  void aCheckedFailureKeepsItsCause() {
    Crew.CrewException failure =
        assertThrows(
            Crew.CrewException.class,
            () ->
                Crew.run(
                    "test",
                    1,
                    (index, crew) -> {
                      throw new IOException("broken");
                    }));
    assertTrue(failure.getCause() instanceof IOException);
  }

  @Test
  void aStoppedCrewEnds() throws InterruptedException {
    try (Crew crew =
        Crew.start(
            "test",
            2,
            (index, own) -> {
              while (own.goesOn()) {
                Thread.onSpinWait();
              }
            })) {
      assertEquals(false, crew.await(Duration.ofMillis(1)));
      crew.stop();
      crew.await();
    }
  }
}
