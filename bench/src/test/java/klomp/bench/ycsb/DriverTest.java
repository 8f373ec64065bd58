package klomp.bench.ycsb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import klomp.api.InvalidRequestException;
import klomp.bench.MemoryStore;
import klomp.bench.report.Origin;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import site.ycsb.WorkloadException;

final class DriverTest {

  private static final int RECORDS = 100;
  private static final int OPERATIONS = 300;

  private static Driver driver(MemoryStore store, String workload, int batch)
      throws WorkloadException {
    Properties properties =
        Workloads.with(
            Workloads.standard(workload),
            Map.of(
                "recordcount",
                Integer.toString(RECORDS),
                "operationcount",
                Integer.toString(OPERATIONS),
                "dataintegrity",
                "false",
                KlompDb.OPERATIONS_A_TRANSACTION,
                Integer.toString(batch)));
    return new Driver(store, properties, 3, new PrintWriter(new StringWriter()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "b", "c", "d", "e", "f"})
  void everyStandardWorkloadRunsWithoutFailureAndCountsRight(String workload) throws Exception {
    Driver driver = driver(new MemoryStore(), workload, 1);
    Phase load = driver.load(RECORDS, 7);
    assertEquals(RECORDS, load.count());
    assertEquals(RECORDS, driver.count());
    Phase run = driver.run(OPERATIONS);
    assertEquals(0, run.failed(), run.text());
    assertNull(run.firstFailure());
    assertTrue(run.count() >= OPERATIONS, run.text());
    assertEquals(0, run.notFound(), run.text());
    YcsbResult result =
        YcsbResult.of(
            Origin.current(),
            Map.of(),
            List.of(load, run),
            new YcsbResult.Count(0, driver.count()));
    assertTrue(result.isRight(), result.verdict());
    assertEquals(result.expectedRecords(), driver.count());
  }

  @Test
  void batchesOfOperationsFailNeverAndLoseNoInsert() throws Exception {
    Driver driver = driver(new MemoryStore(), "d", 10);
    Phase load = driver.load(RECORDS, 10);
    Phase run = driver.run(OPERATIONS);
    assertEquals(0, run.failed(), run.text());
    assertEquals(load.inserted() + run.inserted(), driver.count());
  }

  @Test
  void clearRemovesAnEarlierLoad() throws Exception {
    MemoryStore store = new MemoryStore();
    Driver driver = driver(store, "a", 1);
    driver.load(RECORDS, 10);
    assertEquals(RECORDS, driver.clear());
    assertEquals(0, driver.count());
  }

  @Test
  void aMissingRecordMakesTheResultWrong() {
    YcsbResult result =
        YcsbResult.of(Origin.current(), Map.of(), List.of(), new YcsbResult.Count(10, 9));
    assertEquals(false, result.isRight());
    assertEquals("0 operations failed; 9 records, but there must be 10", result.verdict());
  }

  @Test
  void anUnknownWorkloadNamesTheKnownOnes() {
    InvalidRequestException refused =
        assertThrows(InvalidRequestException.class, () -> Workloads.standard("g"));
    assertTrue(refused.getMessage().contains("a, b, c, d, e, f"), refused.getMessage());
  }
}
