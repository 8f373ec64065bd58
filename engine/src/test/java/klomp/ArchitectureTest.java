package klomp;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.equivalentTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.io.FileInputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import klomp.sync.UpwardCanary;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * Holds the table of packages in docs/ARCHITECTURE.md and the homes of what is used in one place
 * only. Each rule has a canary: code that breaks it, which it must find.
 */
final class ArchitectureTest {

  /** Low to high; a package uses only those of lines above its own, and the API. */
  private static final List<List<String>> LINES =
      List.of(
          List.of("klomp.sync"),
          List.of("klomp.metrics"),
          List.of("klomp.host"),
          List.of("klomp.bytes"),
          List.of("klomp.xid"),
          List.of("klomp.wal"),
          List.of("klomp.clog"),
          List.of("klomp.clog.strategy"),
          List.of("klomp.page"),
          List.of("klomp.tree"),
          List.of("klomp.lock"),
          List.of("klomp.txn"),
          List.of("klomp.checkpoint"),
          List.of("klomp.recovery"),
          List.of("klomp.vacuum"),
          List.of("klomp.inspect"),
          List.of("klomp"));

  /** The host, and the API, whose retry policy waits on the caller's side of the store. */
  private static final String[] OUTSIDE_WORLD = {"klomp.host", "klomp.api"};

  private static final JavaClasses ENGINE =
      new ClassFileImporter()
          .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
          .importPackages("klomp");

  @TestFactory
  Stream<DynamicTest> eachPackageUsesOnlyThoseAboveItsLine() {
    return LINES.stream()
        .flatMap(List::stream)
        .map(name -> DynamicTest.dynamicTest(name, () -> usesOnlyLower(name).check(ENGINE)));
  }

  @Test
  void everyPackageIsInTheTable() {
    List<String> known = new ArrayList<>(List.of("klomp.api.."));
    LINES.forEach(known::addAll);
    classes().should().resideInAnyPackage(known.toArray(String[]::new)).check(ENGINE);
  }

  @Test
  void packagesFormNoCircle() {
    slices().matching("klomp.(**)").should().beFreeOfCycles().check(ENGINE);
  }

  @Test
  void theDisruptorIsAtHomeInTheWalAndTheStrategies() {
    onlyIn("com.lmax.disruptor..", "klomp.wal", "klomp.clog.strategy").check(ENGINE);
  }

  @Test
  void chronicleIsAtHomeInBytes() {
    onlyIn("net.openhft..", "klomp.bytes").check(ENGINE);
  }

  @Test
  void nettyHasNoHomeInTheEngine() {
    noClasses().should().dependOnClassesThat().resideInAPackage("io.netty..").check(ENGINE);
  }

  @Test
  void filesAreTheHosts() {
    noFiles().check(ENGINE);
  }

  @Test
  void threadsAreTheHosts() {
    noThreads().check(ENGINE);
  }

  @Test
  void clocksAreTheHosts() {
    noClocks().check(ENGINE);
  }

  @Test
  void randomnessIsTheHosts() {
    noRandomness().check(ENGINE);
  }

  @Test
  void internalsOfTheJdkAreNobodys() {
    noClasses()
        .should()
        .dependOnClassesThat()
        .resideInAnyPackage("sun..", "com.sun..", "jdk.internal..")
        .check(ENGINE);
  }

  @Test
  void theRulesFindCodeThatBreaksThem() {
    JavaClasses canary = new ClassFileImporter().importClasses(Canary.class);
    for (ArchRule rule : List.of(noFiles(), noThreads(), noClocks(), noRandomness())) {
      assertThrows(AssertionError.class, () -> rule.check(canary), rule.getDescription());
    }
    JavaClasses upward = new ClassFileImporter().importClasses(UpwardCanary.class);
    assertThrows(AssertionError.class, () -> usesOnlyLower("klomp.sync").check(upward));
  }

  private static ArchRule usesOnlyLower(String name) {
    List<String> allowed = new ArrayList<>(List.of("klomp.api.."));
    for (List<String> line : LINES) {
      if (line.contains(name)) {
        break;
      }
      allowed.addAll(line);
    }
    allowed.add(name);
    DescribedPredicate<JavaClass> foreign = DescribedPredicate.not(resideInAPackage("klomp.."));
    return classes()
        .that()
        .resideInAPackage(name)
        .should()
        .onlyDependOnClassesThat(foreign.or(resideInAnyPackage(allowed.toArray(String[]::new))))
        .allowEmptyShould(true);
  }

  private static ArchRule onlyIn(String library, String... homes) {
    return noClasses()
        .that()
        .resideOutsideOfPackages(homes)
        .should()
        .dependOnClassesThat()
        .resideInAPackage(library);
  }

  private static ArchRule noFiles() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(OUTSIDE_WORLD)
        .should()
        .dependOnClassesThat(
            resideInAPackage("java.nio.channels..")
                .or(equivalentTo(Files.class))
                .or(nameMatching("java\\.io\\.(File|RandomAccessFile).*").forSubtype()));
  }

  private static ArchRule noThreads() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(OUTSIDE_WORLD)
        .should()
        .callConstructorWhere(target(owner(assignableTo(Thread.class))))
        .orShould()
        .dependOnClassesThat(
            nameMatching("java\\.util\\.(Timer|concurrent\\.(Executors|ThreadPoolExecutor))")
                .forSubtype());
  }

  private static ArchRule noClocks() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(OUTSIDE_WORLD)
        .should()
        .callMethod(System.class, "nanoTime")
        .orShould()
        .callMethod(System.class, "currentTimeMillis")
        .orShould()
        .dependOnClassesThat(nameMatching("java\\.time\\.(Instant|Clock)").forSubtype());
  }

  private static ArchRule noRandomness() {
    return noClasses()
        .that()
        .resideOutsideOfPackages(OUTSIDE_WORLD)
        .should()
        .callMethod(Math.class, "random")
        .orShould()
        .dependOnClassesThat(
            nameMatching("java\\.(util\\.concurrent\\.ThreadLocalRandom|security\\.SecureRandom)")
                .forSubtype());
  }

  /** Breaks the rules of files, threads, clocks and randomness. Never run. */
  private static final class Canary {

    Object everythingForbidden(Path path, FileChannel channel) throws Exception {
      try (FileInputStream in = new FileInputStream(path.toFile())) {
        Files.size(path);
        Thread thread = new Thread(() -> {});
        return List.of(channel, in, thread, System.nanoTime(), Math.random());
      }
    }
  }
}
