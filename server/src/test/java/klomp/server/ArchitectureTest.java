package klomp.server;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The server sees the engine only as a Store, but for the one class that opens it. */
final class ArchitectureTest {

  private static final JavaClasses SERVER =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("klomp.server");

  @Test
  void theServerUsesTheApiTheDoorOfTheEngineAndLibraries() {
    DescribedPredicate<JavaClass> foreign = DescribedPredicate.not(resideInAPackage("klomp.."));
    classes()
        .should()
        .onlyDependOnClassesThat(
            foreign.or(resideInAnyPackage("klomp", "klomp.api..", "klomp.server..")))
        .allowEmptyShould(true)
        .check(SERVER);
  }

  @Test
  void oneClassOpensTheStoreAndItIsInTheRootPackage() {
    Set<String> users = new TreeSet<>();
    for (JavaClass user : SERVER) {
      user.getDirectDependenciesFromSelf().stream()
          .filter(dependency -> dependency.getTargetClass().getPackageName().equals("klomp"))
          .forEach(dependency -> users.add(outermost(user).getName()));
    }
    assertTrue(users.size() <= 1, "the engine is used by " + users);
    assertTrue(
        users.stream().allMatch(name -> name.matches("klomp\\.server\\.\\w+")), users::toString);
  }

  @Test
  void packagesFormNoCircle() {
    slices()
        .matching("klomp.server.(**)")
        .should()
        .beFreeOfCycles()
        .allowEmptyShould(true)
        .check(SERVER);
  }

  private static JavaClass outermost(JavaClass nested) {
    JavaClass outer = nested;
    while (outer.getEnclosingClass().isPresent()) {
      outer = outer.getEnclosingClass().get();
    }
    return outer;
  }
}
