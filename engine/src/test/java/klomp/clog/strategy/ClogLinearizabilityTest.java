package klomp.clog.strategy;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import org.jetbrains.lincheck.datastructures.ModelCheckingOptions;
import org.jetbrains.lincheck.datastructures.StressOptions;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Every strategy is linearizable to "a tree is set or it is not". Lincheck makes up the scenarios;
 * {@code -Dklomp.lincheck.effort=N} multiplies how many.
 */
class ClogLinearizabilityTest {

  private static final int EFFORT = Integer.getInteger("klomp.lincheck.effort", 1);

  /** A regular expression for the simple names of those that are wanted. */
  private static final String WANTED = System.getProperty("klomp.lincheck.strategies", ".*");

  @ParameterizedTest
  @ValueSource(
      classes = {
        RacingTrees.ControlLock.class,
        RacingTrees.GroupUpdate.class,
        RacingTrees.ContentLock.class,
        RacingTrees.NoContentLock.class,
        RacingTrees.Banked.class,
        RacingTrees.SingleWriter.class,
        RacingTrees.Direct.class
      })
  void threadsThatRaceFreely(Class<? extends TreesUnderTest> strategy) {
    assumeTrue(strategy.getSimpleName().matches(WANTED));
    new StressOptions()
        .iterations(2 * EFFORT)
        .invocationsPerIteration(50 * EFFORT)
        .threads(3)
        .actorsPerThread(3)
        .actorsBefore(2)
        .actorsAfter(2)
        .minimizeFailedScenario(false)
        .sequentialSpecification(TreesUnderTest.Specification.class)
        .check(strategy);
  }

  @EnabledIfSystemProperty(
      named = "klomp.lincheck.scheduled",
      matches = "true",
      disabledReason = "takes minutes: the profile lincheck runs it")
  @ParameterizedTest
  @ValueSource(
      classes = {
        ScheduledTrees.ControlLock.class,
        ScheduledTrees.GroupUpdate.class,
        ScheduledTrees.ContentLock.class,
        ScheduledTrees.NoContentLock.class,
        ScheduledTrees.Banked.class,
        ScheduledTrees.Direct.class
      })
  void threadsScheduledByTheChecker(Class<? extends TreesUnderTest> strategy) {
    assumeTrue(strategy.getSimpleName().matches(WANTED));
    new ModelCheckingOptions()
        .iterations(2 * EFFORT)
        .invocationsPerIteration(50 * EFFORT)
        .threads(2)
        .actorsPerThread(3)
        .actorsBefore(1)
        .actorsAfter(1)
        .minimizeFailedScenario(false)
        .sequentialSpecification(TreesUnderTest.Specification.class)
        .check(strategy);
  }
}
