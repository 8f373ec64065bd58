package klomp.bench.micro;

import java.util.concurrent.TimeUnit;
import klomp.api.ClogStrategy;
import klomp.clog.ClogGeometry;
import klomp.clog.strategy.CommitLogs;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.infra.ThreadParams;

/**
 * The benchmark methods. Public and open because JMH generates subclasses of the states and calls
 * from another package; {@link Micro} runs them, with parameters that belong together.
 */
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
public class ClogBenchmarks {

  /** The log under test. */
  @State(Scope.Benchmark)
  public static class Log {

    @Param("control-lock")
    public String strategy;

    @Param("32")
    public int buffers;

    /** Pages filled before. */
    @Param("256")
    public int historyPages;

    /** Whether what happens at every look-up is counted. */
    @Param("true")
    public boolean counting;

    HistoryLog history;

    @Setup
    public void open() {
      history = HistoryLog.open(settings(), historyPages);
    }

    /** All that a log is opened with is made here, from parameters. */
    private CommitLogs.Settings settings() {
      return new CommitLogs.Settings(
          ClogStrategy.of(strategy), buffers, ClogGeometry.DEFAULT, counting);
    }

    @TearDown
    public void close() {
      history.close();
    }
  }

  /** One thread. */
  @State(Scope.Thread)
  public static class Client {

    LogClient client;

    @Setup
    public void begin(Log log, ThreadParams thread) {
      client = new LogClient(log.history, thread.getThreadIndex());
    }
  }

  @Benchmark
  public void set(Client state) {
    state.client.set();
  }

  @Benchmark
  public int lookupHit(Client state) {
    return state.client.lookUpNewest();
  }

  @Benchmark
  public int lookupMiss(Client state) {
    return state.client.lookUpHistory();
  }

  @Benchmark
  public int mixed(Client state) {
    return state.client.mixed();
  }

  @Benchmark
  public int worstCase(Client state) {
    return state.client.walkBack();
  }
}
