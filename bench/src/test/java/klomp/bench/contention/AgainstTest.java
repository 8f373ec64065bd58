package klomp.bench.contention;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import klomp.api.InvalidRequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AgainstTest {

  @TempDir private Path directory;

  private static Results cells(double[]... runsOfClients) {
    List<Measurement> rows = new ArrayList<>();
    for (int clients = 1; clients <= runsOfClients.length; clients++) {
      for (int run = 1; run <= runsOfClients[clients - 1].length; run++) {
        rows.add(Rows.of(Variant.BASELINE, clients, run, runsOfClients[clients - 1][run - 1]));
      }
    }
    return Results.of(rows);
  }

  private static double[] runs(double... tps) {
    return tps;
  }

  @Test
  void changesAreGivenAndMarkedWhereRangesOverlap() {
    Against against =
        new Against(
            cells(runs(100, 110), runs(100, 110), runs(100, 110), runs(100)),
            cells(runs(120, 130), runs(80, 90), runs(105, 115), runs(200), runs(1, 2)));
    String text = against.text();
    assertTrue(text.startsWith("clients, server, async\n\n"), text);
    for (String line :
        List.of(
            "control-lock/32 1 105 125 +19.0 %",
            "control-lock/32 2 105 85 -19.0 %",
            "control-lock/32 3 105 110 +4.8 % ~",
            "control-lock/32 4 100 200 +100.0 %")) {
      assertTrue(text.replaceAll(" +", " ").contains(line + "\n"), text);
    }
  }

  @Test
  void theSummaryCountsWhatIsClearAndOneRunNeverIs() {
    Against against =
        new Against(
            cells(runs(100, 110), runs(100, 110), runs(100, 110), runs(100)),
            cells(runs(120, 130), runs(80, 90), runs(105, 115), runs(200), runs(1, 2)));
    assertTrue(against.summary().startsWith("1 better, 1 worse, 2 unclear"), against.summary());
    assertTrue(against.summary().contains("1 cells were not measured before"), against.summary());
    assertTrue(against.regressed());
    Results same = cells(runs(100, 110));
    assertFalse(new Against(same, same).regressed());
  }

  @Test
  void rowsOfSchema1CompareWithTheTable() throws Exception {
    Path old = directory.resolve("old.json");
    Files.writeString(
        old,
        """
        {"schema": 1, "kind": "klomp-contention", "rows": [{
          "settings": {"target": "server, one process, over 127.0.0.1", "durability": "async"},
          "variant": {"strategy": "control-lock", "buffers": 32}, "clients": 1, "run": 1,
          "counts": {"seconds": 1.0, "commits": 50, "aborts": 0, "tps": 50.0}, "clog": {}}]}
        """);
    String text = new Against(Against.read(old), cells(runs(100))).text();
    assertTrue(text.contains("+100.0 %"), text);
    assertTrue(text.contains("note: clients: keys was not set, is 100"), text);
  }

  @Test
  void whatIsNoResultsFileIsRefused() throws Exception {
    Path file = directory.resolve("other.json");
    assertThrows(InvalidRequestException.class, () -> Against.read(file));
    for (String text :
        List.of("", "[]", "{}", "{\"schema\": 3, \"kind\": \"klomp-contention\", \"rows\": []}")) {
      Files.writeString(file, text);
      assertThrows(InvalidRequestException.class, () -> Against.read(file), text);
    }
  }
}
