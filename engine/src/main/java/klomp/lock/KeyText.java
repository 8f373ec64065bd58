package klomp.lock;

/** Keys in messages: printable ASCII as it is, other bytes in hexadecimal, long keys cut. */
final class KeyText {

  private static final int SHOWN_BYTES = 32;

  private KeyText() {}

  static String of(byte[] key) {
    StringBuilder text = new StringBuilder("key \"");
    for (int i = 0; i < Math.min(key.length, SHOWN_BYTES); i++) {
      byte b = key[i];
      if (b >= ' ' && b < 0x7f && b != '"' && b != '\\') {
        text.append((char) b);
      } else {
        text.append(String.format("\\x%02x", b));
      }
    }
    text.append('"');
    if (key.length > SHOWN_BYTES) {
      text.append(" (the first of ").append(key.length).append(" bytes)");
    }
    return text.toString();
  }
}
