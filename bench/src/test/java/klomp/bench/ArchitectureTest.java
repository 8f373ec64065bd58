package klomp.bench;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/**
 * The bench measures what a user holds: a Store, opened here or reached over the network. The
 * microbenchmarks and the model's calibration alone measure the commit log inside.
 */
final class ArchitectureTest {

  private static final JavaClasses BENCH =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("klomp.bench");

  private static final DescribedPredicate<JavaClass> FOREIGN =
      DescribedPredicate.not(resideInAPackage("klomp.."));

  private static final String[] OPEN = {"klomp", "klomp.api..", "klomp.client..", "klomp.bench.."};

  private static final String[] INSIDERS = {"klomp.bench.micro..", "klomp.bench.model.."};

  @Test
  void theBenchUsesNothingInsideTheEngineAndNothingOfTheServer() {
    classes()
        .that()
        .resideOutsideOfPackages(INSIDERS)
        .should()
        .onlyDependOnClassesThat(FOREIGN.or(resideInAnyPackage(OPEN)))
        .allowEmptyShould(true)
        .check(BENCH);
  }

  @Test
  void theMicrobenchmarksAndTheModelUseTheCommitLogAndWhatItIsOpenedWith() {
    classes()
        .that()
        .resideInAnyPackage(INSIDERS)
        .should()
        .onlyDependOnClassesThat(
            FOREIGN
                .or(resideInAnyPackage(OPEN))
                .or(resideInAnyPackage("klomp.clog..", "klomp.host..", "klomp.metrics..")))
        .check(BENCH);
  }

  @Test
  void packagesFormNoCircle() {
    slices()
        .matching("klomp.bench.(**)")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(BENCH);
  }
}
