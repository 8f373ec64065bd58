package klomp.bench.contention;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import klomp.api.InvalidRequestException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class JournalTest {

  private static final SortedMap<String, String> SETTINGS =
      new TreeMap<>(Map.of("keys", "10", "seconds", "1.0"));

  @TempDir private Path directory;
  private Path file;
  private Path rows;

  @BeforeEach
  void nameFiles() {
    file = directory.resolve("deep").resolve("rows.json");
    rows = directory.resolve("deep").resolve("rows.json.rows");
  }

  private static Measurement row(int run) {
    return Rows.of(Variant.BASELINE, 8, run, 100 + run);
  }

  private void killedAfter(int runs) {
    try (Journal journal = Journal.begin(file, SETTINGS)) {
      for (int run = 1; run <= runs; run++) {
        journal.add(row(run));
      }
    }
  }

  @Test
  void whatWasMeasuredBeforeAKillIsThereAfterwards() throws Exception {
    killedAfter(2);
    // The kill hit in the middle of a line.
    Files.writeString(rows, "{\"origin\" : {\"ver", StandardOpenOption.APPEND);
    try (Journal journal = Journal.resume(file, SETTINGS)) {
      assertEquals(List.of(row(1), row(2)), journal.done());
      journal.add(row(3));
    }
    try (Journal journal = Journal.resume(file, SETTINGS)) {
      assertEquals(List.of(row(1), row(2), row(3)), journal.done());
      journal.finish(Results.of(journal.done()));
    }
    assertFalse(Files.exists(rows));
    assertEquals(List.of(row(1), row(2), row(3)), Against.read(file).rows());
  }

  @Test
  void resumingNothingBegins() {
    try (Journal journal = Journal.resume(file, SETTINGS)) {
      assertEquals(List.of(), journal.done());
    }
    assertTrue(Files.exists(rows));
  }

  private static void refused(String named, Runnable work) {
    InvalidRequestException e = assertThrows(InvalidRequestException.class, work::run);
    assertTrue(e.getMessage().contains(named), e.getMessage());
  }

  @Test
  void otherSettingsAreRefusedByName() {
    killedAfter(1);
    SortedMap<String, String> others = new TreeMap<>(Map.of("keys", "20", "seconds", "1.0"));
    refused("keys (10, now 20)", () -> Journal.resume(file, others));
    others.put("keys", "10");
    others.put("new", "x");
    refused("new (null, now x)", () -> Journal.resume(file, others));
  }

  @Test
  void anUnfinishedRunIsNotOverwritten() {
    killedAfter(1);
    refused("--resume", () -> Journal.begin(file, SETTINGS));
  }

  @Test
  void aFinishedOrFailedRunIsNotGoneOnWith() throws Exception {
    killedAfter(1);
    try (Journal journal = Journal.resume(file, SETTINGS)) {
      journal.failed("an update was lost");
    }
    refused("an update was lost", () -> Journal.resume(file, SETTINGS));
    Files.delete(rows);
    Files.writeString(file, "{}");
    refused("nothing to resume", () -> Journal.resume(file, SETTINGS));
  }

  @Test
  void aForeignFileIsRefused() throws Exception {
    Files.createDirectories(rows.getParent());
    Files.writeString(rows, "");
    refused("does not begin", () -> Journal.resume(file, SETTINGS));
    Files.writeString(rows, "something\n");
    refused("no row", () -> Journal.resume(file, SETTINGS));
  }
}
