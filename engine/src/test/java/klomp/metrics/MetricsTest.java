package klomp.metrics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class MetricsTest {

  private final Metrics metrics = new Metrics();

  @Test
  void aWaitIsSeenWhileItGoesOnAndCountedWhenItHasEnded() {
    WaitEvent event = metrics.waitEvent("part.something");
    event.begin();
    event.begin();
    event.end(30);
    assertEquals(1, metrics.snapshot().get("wait.part.something.now"));
    assertEquals(1, metrics.snapshot().get("wait.part.something.count"));
    assertEquals(30, metrics.snapshot().get("wait.part.something.nanos"));
    event.end(12);
    assertEquals(0, metrics.snapshot().get("wait.part.something.now"));
    assertEquals(42, metrics.snapshot().get("wait.part.something.nanos"));
  }

  @Test
  void whoAsksForTheSameWaitEventGetsTheSame() {
    assertSame(metrics.waitEvent("part.something"), metrics.waitEvent("part.something"));
  }

  @Test
  void aNameIsGivenOnce() {
    metrics.counter("part.things");
    assertThrows(IllegalStateException.class, () -> metrics.counter("part.things"));
  }

  @Test
  void threadsOfDifferentStripesLoseNoCount() throws InterruptedException {
    StripedCounter counter = new StripedCounter();
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      Thread thread =
          new Thread(
              () -> {
                for (int n = 0; n < 100_000; n++) {
                  counter.increment();
                }
              });
      // Numbers follow one another, so eight of them are eight stripes.
      threads.add(thread);
    }
    threads.forEach(Thread::start);
    for (Thread thread : threads) {
      thread.join();
    }
    assertEquals(800_000, counter.sum());
  }
}
