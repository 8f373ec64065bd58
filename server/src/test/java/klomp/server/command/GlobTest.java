package klomp.server.command;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTimeout;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import klomp.api.Scan;
import org.junit.jupiter.api.Test;

class GlobTest {

  private static Glob glob(String pattern) {
    return new Glob(pattern.getBytes(StandardCharsets.ISO_8859_1));
  }

  private static boolean matches(String pattern, String text) {
    return glob(pattern).matches(text.getBytes(StandardCharsets.ISO_8859_1));
  }

  @Test
  void itsItemsMatchWhatTheySay() {
    assertTrue(matches("", ""));
    assertTrue(matches("*", ""));
    assertTrue(matches("a*b*c", "a--b-bc--c"));
    assertFalse(matches("a*b*c", "a--c--b"));
    assertTrue(matches("?x", "ax"));
    assertFalse(matches("?", ""));
    assertTrue(matches("[a-c]", "b"));
    assertTrue(matches("[c-a]", "b"));
    assertFalse(matches("[^a-c]", "b"));
    assertTrue(matches("[a\\]]", "]"));
    assertTrue(matches("[\u0080-\u00ff]", "\u00e9"));
    assertTrue(matches("\\*", "*"));
    assertFalse(matches("\\*", "a"));
    assertTrue(matches("a\\", "a\\"));
    assertTrue(matches("[a", "a"));
    assertFalse(matches("[", "a"));
  }

  @Test
  void aHostilePatternTakesNoLongTime() {
    String pattern = "a*".repeat(500) + "b";
    String text = "a".repeat(2000);
    assertTimeout(Duration.ofSeconds(5), () -> assertFalse(matches(pattern, text)));
  }

  @Test
  void whatStandsBeforeAWildcardBoundsTheRange() {
    Scan scan = glob("us\\*er:*").keys();
    assertEquals("us*er:", new String(scan.from(), StandardCharsets.ISO_8859_1));
    assertEquals("us*er;", new String(scan.to(), StandardCharsets.ISO_8859_1));
    assertNull(glob("*a").keys().from());
  }
}
