package klomp.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.UnpooledByteBufAllocator;
import java.util.Arrays;
import klomp.api.Durability;
import klomp.api.Isolation;
import klomp.api.Limits;
import klomp.api.TransactionOptions;
import org.junit.jupiter.api.Test;

class CommandTest {

  private static String encode(byte[][] command) {
    ByteBuf buffer = Command.encode(UnpooledByteBufAllocator.DEFAULT, command);
    try {
      return buffer.toString(UTF_8);
    } finally {
      buffer.release();
    }
  }

  @Test
  void aCommandIsAnArrayOfBulkStrings() {
    assertEquals(
        "*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$0\r\n\r\n",
        encode(Command.set("k".getBytes(UTF_8), new byte[0])));
  }

  @Test
  void lengthsHaveAsManyDigitsAsTheyNeed() {
    for (int length : new int[] {0, 9, 10, 99, 100, 12_345, 1_000_000}) {
      String text = encode(Command.of("ECHO", new byte[length]));
      assertEquals(
          "*2\r\n$4\r\nECHO\r\n$" + length + "\r\n",
          text.substring(0, text.indexOf('$', 5) + 3 + String.valueOf(length).length()));
    }
  }

  @Test
  void beginSaysOnlyWhatIsNotTheDefault() {
    assertEquals("BEGIN", words(TransactionOptions.DEFAULT));
    assertEquals("BEGIN READ ONLY", words(TransactionOptions.READ_ONLY));
    assertEquals(
        "BEGIN READ COMMITTED READ ONLY ASYNC",
        words(new TransactionOptions(Isolation.READ_COMMITTED, true, Durability.ASYNC)));
    assertEquals(
        "BEGIN SERIALIZABLE SYNC",
        words(new TransactionOptions(Isolation.SERIALIZABLE, false, Durability.SYNC)));
  }

  private static String words(TransactionOptions options) {
    StringBuilder words = new StringBuilder();
    for (byte[] word : Command.begin(options)) {
      words.append(words.isEmpty() ? "" : " ").append(new String(word, UTF_8));
    }
    return words.toString();
  }

  @Test
  void theKeyThatFollowsIsTheVeryNextOne() {
    assertArrayEquals(new byte[] {7, 0}, Pages.following(new byte[] {7}));
    byte[] longest = new byte[Limits.MAX_KEY_BYTES];
    longest[longest.length - 1] = 5;
    byte[] next = Pages.following(longest);
    assertEquals(6, next[next.length - 1]);
    Arrays.fill(longest, (byte) 0xFF);
    assertNull(Pages.following(longest));
  }
}
