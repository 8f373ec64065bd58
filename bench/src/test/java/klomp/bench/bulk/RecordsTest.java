package klomp.bench.bulk;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import klomp.api.Store;
import klomp.bench.MemoryStore;
import klomp.bench.measure.Progress;
import klomp.bench.measure.Sample;
import org.junit.jupiter.api.Test;

final class RecordsTest {

  private final Store store = new MemoryStore();
  private final Records records = new Records(store, 101, 50);

  private static Progress silent() {
    return Progress.show("test", 1, new PrintWriter(new StringWriter()));
  }

  private void write(int generation) throws InterruptedException {
    try (Progress progress = silent()) {
      records.write(generation, 7, 3, progress);
    }
  }

  private void verify(int generation) throws InterruptedException {
    try (Progress progress = silent()) {
      records.verify(generation, 4, progress);
    }
  }

  private void change(byte[] key, byte[] value) {
    store.transact(
        transaction -> {
          if (value == null) {
            transaction.delete(key);
          } else {
            transaction.put(key, value);
          }
          return null;
        });
  }

  @Test
  void whatWasWrittenIsReadBack() throws InterruptedException {
    write(0);
    verify(0);
    write(1);
    verify(1);
    assertEquals(101 * (16 + 50), records.liveBytes());
  }

  @Test
  void contentFollowsFromNumberAndGeneration() {
    assertArrayEquals(Records.value(5, 1, 20), Records.value(5, 1, 20));
    assertTrue(!java.util.Arrays.equals(Records.value(5, 1, 20), Records.value(5, 2, 20)));
    assertTrue(!java.util.Arrays.equals(Records.value(5, 1, 20), Records.value(6, 1, 20)));
  }

  @Test
  void anyDifferenceIsFound() throws InterruptedException {
    write(0);
    assertThrows(Records.WrongContentException.class, () -> verify(1));
    change(Records.key(50), Records.value(51, 0, 50));
    assertThrows(Records.WrongContentException.class, () -> verify(0));
    change(Records.key(50), null);
    assertThrows(Records.WrongContentException.class, () -> verify(0));
    change(Records.key(50), Records.value(50, 0, 50));
    verify(0);
    change(Records.key(100), null);
    assertThrows(Records.WrongContentException.class, () -> verify(0));
    change(Records.key(100), Records.value(100, 0, 50));
    change(Records.key(101), Records.value(101, 0, 50));
    assertThrows(Records.WrongContentException.class, () -> verify(0));
  }

  @Test
  void pointsArePutAndGot() throws InterruptedException {
    Point point = new Point(store, 100, 10, 2);
    point.load(new PrintWriter(new StringWriter()));
    for (Point.Mode mode : Point.Mode.values()) {
      Sample rates = point.run(mode, 1, rate -> assertTrue(rate > 0));
      assertTrue(rates.median() > 0);
    }
  }
}
