package klomp.bench.compare;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import klomp.bench.measure.ProcessorTimes;
import klomp.bench.report.Json;

/** Does one {@link Job} in a process of its own. Started by the comparison. */
public final class CompareMain {

  private CompareMain() {}

  /**
   * @param arguments a file with the job, and a file for the outcome, both JSON
   */
  public static void main(String[] arguments) throws Exception {
    Job job = Json.parse(Files.readString(Path.of(arguments[0])), Job.class);
    Outcome outcome;
    try {
      List<Long> own = List.of(ProcessHandle.current().pid());
      outcome =
          new Runner(Engines.of(job.trial().engine()), job, () -> ProcessorTimes.now(own)).run();
    } catch (Exception | LinkageError e) {
      e.printStackTrace();
      outcome = Outcome.failed(e.toString());
    }
    Json.write(Path.of(arguments[1]), outcome);
    // Threads that a store left behind do not keep this process.
    System.exit(0);
  }
}
