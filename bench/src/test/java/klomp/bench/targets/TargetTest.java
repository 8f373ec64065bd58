package klomp.bench.targets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import klomp.api.ClogStrategy;
import klomp.api.Durability;
import klomp.api.InvalidRequestException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class TargetTest {

  @Test
  void targetsAreEmbeddedServerOrAnAddress() {
    assertEquals(new Target.Embedded(), Target.parse("embedded"));
    assertEquals(new Target.OwnServer(), Target.parse("server"));
    assertEquals(new Target.Remote("127.0.0.1", 6379), Target.parse("127.0.0.1:6379"));
    assertEquals(new Target.Remote("[::1]", 1), Target.parse("[::1]:1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "here", ":1", "host:", "host:0", "host:65536", "host:x"})
  void anythingElseIsRefusedWithWhatIsAccepted(String text) {
    InvalidRequestException refused =
        assertThrows(InvalidRequestException.class, () -> Target.parse(text));
    assertTrue(refused.getMessage().contains("embedded, server or HOST:PORT"));
  }

  @Test
  void aServerGetsTheSettingsAndTheFlagsOfThisJvm() {
    StoreSettings settings =
        new StoreSettings(Durability.ASYNC, ClogStrategy.BANKED, 64, 256L << 20, "512m");
    List<String> command = ServerProcess.command(Path.of("d"), settings);
    String line = String.join(" ", command);
    assertTrue(
        line.endsWith(
            "klomp.bench.targets.ServerMain klomp.cli.Main server --data d --port 0 --durability async --clog-strategy banked"
                + " --clog-buffers 64 --cache 256m"),
        line);
    assertTrue(command.contains("-Xmx512m"));
    assertEquals(
        List.of("-Dx=y", "--add-opens=a/b=c", "--enable-native-access=ALL-UNNAMED", "-ea"),
        ServerProcess.inherited(
            List.of(
                "-Dx=y",
                "-Xmx8g",
                "--add-opens=a/b=c",
                "-javaagent:x.jar",
                "--enable-native-access=ALL-UNNAMED",
                "-ea",
                "-agentlib:jdwp")));
  }

  @Test
  void aWorkDirectoryGoesWithAllThatIsInIt(@TempDir Path directory) throws Exception {
    Path place = directory.resolve("a").resolve("b");
    try (WorkDirectory work = WorkDirectory.at(place)) {
      Files.createDirectories(work.path().resolve("wal"));
      Files.write(work.path().resolve("wal").resolve("1"), new byte[10]);
      Files.write(work.path().resolve("wal").resolve("2"), new byte[20]);
      Files.write(work.path().resolve("pages"), new byte[5]);
      assertEquals(Map.of("wal", 30L, "pages", 5L), WorkDirectory.sizes(work.path()));
    }
    assertFalse(Files.exists(place));
    assertTrue(Files.exists(directory.resolve("a")));
  }
}
