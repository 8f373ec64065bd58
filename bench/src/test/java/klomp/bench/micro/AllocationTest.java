package klomp.bench.micro;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Collectors;
import klomp.bench.micro.Allocation.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class AllocationTest {

  /** Header and length of an array, rounded up with its 100 bytes to a multiple of 8. */
  private static final int RESULT_BYTES = 120;

  /** No object is as small; what JMH itself allocates is spread over all operations. */
  private static final int LESS_THAN_AN_OBJECT = 12;

  @TempDir private Path directory;

  @Test
  void aGetAllocatesItsResultAndNothingElse() {
    Map<String, Row> rows =
        new Allocation(1_000, 100, directory.resolve("jmh.log"))
            .run(0.5, true).stream().collect(Collectors.toMap(Row::operation, row -> row));
    assertEquals(6, rows.size());
    assertEquals(RESULT_BYTES, rows.get("get").bytes(), LESS_THAN_AN_OBJECT, rows.toString());
    assertTrue(rows.get("beginPutCommit").bytes() > RESULT_BYTES, rows.toString());
  }
}
