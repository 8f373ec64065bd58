package klomp.bench.measure;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

final class ProcessorTimesTest {

  private static final String BEFORE = "cpu  100 10 40 800 20 5 5 20 7 0";
  private static final String AFTER = "cpu  160 10 60 880 20 15 5 50 9 0";

  private static String process(long user, long system) {
    return "42 (a (b) c) S 1 2 3 4 5 6 7 8 9 10 " + user + " " + system + " 0 0 20 0 9 0";
  }

  @Test
  void differencesAreSharesOfAllTime() {
    ProcessorTimes before = ProcessorTimes.parse(BEFORE, List.of(process(10, 5), process(1, 1)));
    ProcessorTimes after = ProcessorTimes.parse(AFTER, List.of(process(40, 15), process(11, 3)));
    ProcessorTimes spent = after.since(before);
    // 200 ticks in all: 80 on processes, 52 of them ours, 30 stolen; interrupts are nobody's.
    assertEquals(new ProcessorTimes(200, 80, 30, 52), spent);
    assertEquals(26, spent.ownPercent(), 1e-9);
    assertEquals(14, spent.otherPercent(), 1e-9);
    assertEquals(15, spent.stealPercent(), 1e-9);
  }

  @Test
  void ourOwnTimeBeingCountedFinerThanAllTimeIsNoDisturbance() {
    assertEquals(0, new ProcessorTimes(100, 10, 0, 12).otherPercent(), 1e-9);
    assertEquals(0, new ProcessorTimes(0, 0, 0, 0).ownPercent(), 1e-9);
  }

  @Test
  void theSystemIsReadWhereItTells() {
    boolean tells = Files.isReadable(Path.of("/proc/self/stat"));
    assertEquals(tells, ProcessorTimes.now(List.of(ProcessHandle.current().pid())).isPresent());
    assertTrue(ProcessorTimes.now(List.of(Long.MAX_VALUE)).isEmpty());
  }
}
