package klomp.bench.measure;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ProgressTest {

  @Test
  void aLineSaysHowFarAndHowLongStill() {
    try (Progress progress = Progress.show("load", 1000, new PrintWriter(new StringWriter()))) {
      String line = progress.line(250, TimeUnit.SECONDS.toNanos(30));
      assertTrue(line.startsWith("load"), line);
      assertTrue(line.contains("250 of 1,000 (25 %), 1:30 left"), line);
    }
  }

  @Test
  void aLineAtTheEndHasNoTimeLeft() {
    try (Progress progress = Progress.show("load", 10, new PrintWriter(new StringWriter()))) {
      assertTrue(progress.line(10, 1).endsWith("10 of 10 (100 %)"));
    }
  }
}
