package klomp.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import klomp.bench.targets.WorkDirectory;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** That each engine does what it is measured at, so that the comparison is honest. */
final class PeersTest {

  private static final int RECORDS = 2000;
  private static final int VALUE_BYTES = 100;

  @TempDir private Path directory;

  static Stream<String> engines() {
    return Stream.of("klomp", "rocksdb", "rocksdb-optimistic", "h2-mvstore", "je", "xodus", "lmdb");
  }

  private Job job(String engine, Workload workload, String durability) {
    return new Job(
        new Trial(engine, workload, durability, VALUE_BYTES),
        directory.toString(),
        new Job.Population(RECORDS, 64 << 20, 50),
        new Timing(0.02, 0.02, 0.2),
        List.of(1, 4),
        5);
  }

  /** After E all records are counted, after F all increments. */
  @ParameterizedTest
  @MethodSource("engines")
  void everyWorkloadRunsAndItsAnswersAreRight(String name) throws Exception {
    Engine engine = Engines.of(name);
    for (String durability : List.of("async", "sync")) {
      for (Workload workload : Workload.values()) {
        WorkDirectory.remove(directory);
        Files.createDirectories(directory);
        run(engine, null, "async");
        Outcome outcome = run(engine, workload, durability);
        assertEquals(2, outcome.measured().size());
        through(engine, workload, durability);
      }
    }
  }

  /** By number, not by time: on a busy machine a short time may hold no transaction at all. */
  private void through(Engine engine, Workload workload, String durability) throws Exception {
    Job job = job(engine.name(), workload, durability);
    try (OpenEngine open = engine.open(directory, job.conditions());
        Session session = open.session()) {
      // E has inserted before: these come after.
      AtomicLong next = new AtomicLong(1_000_000);
      Client client = new Client(session, job.records(), next, new SplittableRandom(2));
      for (int i = 0; i < 100; i++) {
        workload.once(client);
      }
      assertEquals(0, client.retries());
    }
  }

  private Outcome run(Engine engine, Workload workload, String durability) throws Exception {
    return new Runner(engine, job(engine.name(), workload, durability), Optional::empty).run();
  }

  @ParameterizedTest
  @MethodSource("engines")
  void whatWasCommittedIsThereAfterReopeningAndWhatWasNotIsNot(String name) throws Exception {
    Engine engine = Engines.of(name);
    Conditions conditions = job(name, Workload.F, "sync").conditions();
    Records records = new Records(100, VALUE_BYTES);
    SplittableRandom random = new SplittableRandom(3);
    try (OpenEngine open = engine.open(directory, conditions);
        Session session = open.session()) {
      session.begin();
      for (int i = 0; i < 100; i++) {
        session.put(Records.key(i), records.value(i, random));
      }
      session.commit();
      session.write(Records.key(5), records.value(500, random));
      session.begin();
      assertEquals(7, Records.counter(session.getForUpdate(Records.key(7))));
      session.put(Records.key(7), records.value(700, random));
      session.abort();
      assertEquals(7, Records.counter(session.read(Records.key(7))));
    }
    try (OpenEngine open = engine.open(directory, conditions);
        Session session = open.session()) {
      for (int i = 0; i < 100; i++) {
        byte[] value = session.read(Records.key(i));
        assertNotNull(value);
        assertEquals(VALUE_BYTES, value.length);
        assertEquals(i == 5 ? 500 : i, Records.counter(value));
      }
      List<byte[]> keys = new ArrayList<>();
      session.scan(Records.keyAt(0), 1000, (key, value) -> keys.add(key));
      assertEquals(100, keys.size());
      assertEquals(null, session.read(Records.key(100)));
    }
  }

  @ParameterizedTest
  @MethodSource("engines")
  void settingsAndNotesAreSaid(String name) {
    Engine engine = Engines.of(name);
    assertFalse(engine.settings(job(name, Workload.A, "sync").conditions()).isEmpty());
    assertFalse(engine.version().contains("$"), engine.version());
  }
}
