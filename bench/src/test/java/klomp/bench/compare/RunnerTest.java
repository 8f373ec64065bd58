package klomp.bench.compare;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What one process does, here in this one. */
final class RunnerTest {

  private static final int RECORDS = 1000;

  @TempDir private Path directory;

  private Job job(String engine, Workload workload) {
    return new Job(
        new Trial(engine, workload, "async", 100),
        directory.toString(),
        new Job.Population(RECORDS, 16 << 20, 100),
        new Timing(0.02, 0.02, 0.1),
        List.of(1, 3),
        5);
  }

  private Outcome run(String engine, Workload workload) throws Exception {
    return run(Engines.of(engine), workload);
  }

  private Outcome run(Engine engine, Workload workload) throws Exception {
    return new Runner(engine, job(engine.name(), workload), Optional::empty).run();
  }

  /** E and F end with a count of the records and of the increments. */
  @ParameterizedTest
  @EnumSource
  void everyWorkloadRunsOnKlompAndOnTheMap(Workload workload) throws Exception {
    run("klomp", null);
    for (String engine : List.of("klomp", "skiplist", "none")) {
      Outcome outcome = run(engine, workload);
      assertEquals(List.of(1, 3), outcome.measured().stream().map(one -> one.threads()).toList());
      for (Outcome.Measured one : outcome.measured()) {
        assertTrue(
            one.counts().latency().count() <= one.counts().operations(), engine + ": " + one);
        assertEquals(
            one.counts().operations() / one.counts().seconds(), one.counts().perSecond(), 1e-6);
      }
    }
  }

  /** By number, not by time: on a busy machine a short time may hold no transaction at all. */
  @ParameterizedTest
  @EnumSource
  void everyTransactionOfAWorkloadGetsThrough(Workload workload) throws Exception {
    run("klomp", null);
    Engine engine = Engines.of("klomp");
    Job job = job("klomp", workload);
    try (OpenEngine open = engine.open(directory, job.conditions());
        Session session = open.session()) {
      Client client =
          new Client(session, job.records(), new AtomicLong(RECORDS), new SplittableRandom(2));
      for (int i = 0; i < 300; i++) {
        workload.once(client);
      }
      assertEquals(0, client.retries());
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"klomp", "skiplist"})
  void whatAClientDidIsInTheStore(String name) throws Exception {
    Records records = new Records(RECORDS, 100);
    Engine engine = Engines.of(name);
    try (OpenEngine open = engine.open(directory, job(name, Workload.E).conditions());
        Session session = open.session()) {
      session.begin();
      for (int i = 0; i < RECORDS; i++) {
        session.put(Records.key(i), records.value(0, new SplittableRandom(i)));
      }
      session.commit();
      Client client =
          new Client(session, records, new AtomicLong(RECORDS), new SplittableRandom(1));
      for (int i = 0; i < 300; i++) {
        client.read();
        client.scan();
        client.lockWithSavepoints();
        client.increment();
      }
      for (int i = 0; i < 50; i++) {
        client.insert();
      }
      assertEquals(300, client.increments());
      assertEquals(50, client.inserts());
      assertEquals(0, client.retries());
      long[] found = new long[2];
      session.scan(
          Records.keyAt(0),
          Integer.MAX_VALUE,
          (key, value) -> {
            found[0]++;
            found[1] += Records.counter(value);
          });
      assertEquals(RECORDS + 50, found[0]);
      assertEquals(300, found[1]);
    }
  }

  /** A map that says it wrote, but now and then does not. */
  @Test
  void aLostIncrementIsAnError() {
    AtomicLong puts = new AtomicLong();
    Engine forgetful =
        new Delegating(new SkipListEngine()) {
          @Override
          Session around(Session session) {
            return new DelegatingSession(session) {
              @Override
              public void put(byte[] key, byte[] value) throws Exception {
                if (puts.incrementAndGet() != RECORDS + 7) {
                  super.put(key, value);
                }
              }
            };
          }
        };
    WrongAnswerException wrong =
        assertThrows(WrongAnswerException.class, () -> run(forgetful, Workload.F));
    assertTrue(wrong.getMessage().contains("increments"), wrong.getMessage());
  }

  @Test
  void keysAreOfOneLengthAndAllDifferent() {
    Set<String> keys = new HashSet<>();
    for (int i = 0; i < 10_000; i++) {
      byte[] key = Records.key(i);
      assertEquals(Records.KEY_BYTES, key.length);
      String text = new String(key, java.nio.charset.StandardCharsets.US_ASCII);
      assertTrue(text.matches("user[0-9]{12}"), text);
      keys.add(text);
    }
    assertEquals(10_000, keys.size());
  }

  @Test
  void aZipfianDrawPrefersFewRecords() {
    Zipfian zipfian = new Zipfian(RECORDS, new SplittableRandom(1));
    int[] drawn = new int[RECORDS];
    for (int i = 0; i < 100_000; i++) {
      drawn[(int) zipfian.next()]++;
    }
    int most = 0;
    for (int n : drawn) {
      assertTrue(n > 0);
      most = Math.max(most, n);
    }
    // The first rank has 1 / 26.47 of all draws, and what else falls on its record.
    assertTrue(most > 3_500 && most < 6_500, "most is " + most);
  }
}
