package klomp.stress;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import org.openjdk.jcstress.JCStress;
import org.openjdk.jcstress.Options;
import org.openjdk.jcstress.infra.Status;
import org.openjdk.jcstress.infra.collectors.DiskReadCollector;
import org.openjdk.jcstress.infra.collectors.InProcessCollector;
import org.openjdk.jcstress.infra.collectors.TestResult;

/**
 * Runs jcstress with its own options and judges. A test must never show a forbidden outcome; a
 * twin, whose name begins with {@code Weak}, must show the fault that it was made with, or else the
 * tests beside it prove nothing on this machine. Exit status 0 if both hold for all, 1 otherwise.
 */
public final class StressRun {

  private StressRun() {}

  public static void main(String[] args) throws Exception {
    Options options = new Options(args);
    if (!options.parse()) {
      System.exit(2);
    }
    JCStress stress = new JCStress(options);
    SortedSet<String> tests = stress.getTests();
    try {
      stress.run();
    } catch (AssertionError forbidden) {
      // How it ends if an outcome was forbidden: judged below, together with the twins.
    }
    InProcessCollector collector = new InProcessCollector();
    DiskReadCollector results = new DiskReadCollector(options.getResultFile(), collector);
    results.dump();
    results.close();
    System.exit(judge(tests, collector, System.out) ? 0 : 1);
  }

  private static boolean judge(
      SortedSet<String> tests, InProcessCollector collector, PrintStream out) {
    Map<String, List<TestResult>> byTest = new TreeMap<>();
    tests.forEach(test -> byTest.put(test, new ArrayList<>()));
    collector
        .getTestResults()
        .forEach(
            result ->
                byTest.computeIfAbsent(result.getName(), name -> new ArrayList<>()).add(result));
    boolean allGood = !byTest.isEmpty();
    for (Map.Entry<String, List<TestResult>> test : byTest.entrySet()) {
      String fault = fault(test.getKey(), test.getValue());
      long samples = test.getValue().stream().mapToLong(TestResult::getTotalCount).sum();
      out.printf(
          "%-60s %,15d samples  %s%n", test.getKey(), samples, fault == null ? "good" : fault);
      allGood &= fault == null;
    }
    out.println(allGood ? "All tests hold, all weak twins fail." : "NOT PROVEN: see above.");
    return allGood;
  }

  /** What is wrong with the test, or null. */
  private static String fault(String test, List<TestResult> results) {
    if (results.isEmpty()) {
      return "DID NOT RUN";
    }
    boolean interesting = false;
    for (TestResult result : results) {
      if (result.status() != Status.NORMAL) {
        return "ENDED BADLY: " + result.status();
      }
      if (!result.grading().isPassed) {
        return "FORBIDDEN OUTCOME: " + result.grading().failureMessages;
      }
      interesting |= result.grading().hasInteresting;
    }
    boolean weak = test.substring(test.lastIndexOf('.') + 1).startsWith("Weak");
    return weak && !interesting ? "THE WEAK TWIN DOES NOT FAIL" : null;
  }
}
