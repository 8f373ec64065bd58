package klomp.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.List;
import klomp.api.InvalidRequestException;
import org.junit.jupiter.api.Test;

class WordsTest {

  private static List<String> words(String line) {
    return Words.of(line).stream().map(word -> new String(word, UTF_8)).toList();
  }

  @Test
  void blanksSeparateWords() {
    assertEquals(List.of("SET", "a", "1"), words("  SET a\t1 "));
    assertEquals(List.of(), words("   "));
  }

  @Test
  void quotesHoldBlanksAndEmptyWordsTogether() {
    assertEquals(List.of("RANGE", "", "a b", "c d"), words("RANGE \"\" \"a b\" 'c d'"));
  }

  @Test
  void doubleQuotesKnowEscapes() {
    assertArrayEquals(
        new byte[] {'\n', 0, (byte) 0xFF, '"', '\\', 'q'},
        Words.of("\"\\n\\x00\\xfF\\\"\\\\\\q\"").get(0));
  }

  @Test
  void singleQuotesKnowOnlyTheirOwn() {
    assertEquals(List.of("it's \\n"), words("'it\\'s \\n'"));
  }

  @Test
  void textBeyondAsciiIsUtf8() {
    assertEquals(List.of("größe", "日本", "😀"), words("größe \"日本\" '😀'"));
  }

  @Test
  void openQuotesAndQuotesInsideWordsAreErrors() {
    assertThrows(InvalidRequestException.class, () -> Words.of("SET a \"b"));
    assertThrows(InvalidRequestException.class, () -> Words.of("SET \"a\"b"));
  }
}
