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

/** The bench measures what a user holds: a Store, opened here or reached over the network. */
final class ArchitectureTest {

  private static final JavaClasses BENCH =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("klomp.bench");

  @Test
  void theBenchUsesNothingInsideTheEngineAndNothingOfTheServer() {
    DescribedPredicate<JavaClass> foreign = DescribedPredicate.not(resideInAPackage("klomp.."));
    classes()
        .should()
        .onlyDependOnClassesThat(
            foreign.or(
                resideInAnyPackage("klomp", "klomp.api..", "klomp.client..", "klomp.bench..")))
        .allowEmptyShould(true)
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
