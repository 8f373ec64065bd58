package klomp.bench.targets;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class ServerMainTest {

  /** A server that never ends by itself. */
  public static final class Endless {
    private Endless() {}

    public static void main(String[] arguments) throws InterruptedException {
      System.out.println("ready " + String.join(" ", arguments));
      new CountDownLatch(1).await();
    }
  }

  @Test
  void aServerEndsWhenTheBenchIsGoneHoweverThatCame() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                ServerMain.class.getName(),
                Endless.class.getName(),
                "a",
                "b")
            .start();
    try (BufferedReader out = new BufferedReader(new InputStreamReader(process.getInputStream()))) {
      assertEquals("ready a b", out.readLine());
      assertTrue(process.isAlive());
      // What the system does to the pipe when the bench's process ends.
      process.getOutputStream().close();
      assertTrue(process.waitFor(30, TimeUnit.SECONDS));
    } finally {
      process.destroyForcibly();
    }
  }
}
