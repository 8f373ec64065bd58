package klomp.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

/** The client needs the API and Netty, and nothing of the engine. */
final class ArchitectureTest {

  private static final JavaClasses CLIENT =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("klomp.client");

  @Test
  void theClientUsesOnlyTheApiAndNetty() {
    classes()
        .should()
        .onlyDependOnClassesThat()
        .resideInAnyPackage("klomp.client..", "klomp.api..", "io.netty..", "java..")
        .allowEmptyShould(true)
        .check(CLIENT);
  }

  @Test
  void packagesFormNoCircle() {
    slices()
        .matching("klomp.client.(**)")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(CLIENT);
  }
}
