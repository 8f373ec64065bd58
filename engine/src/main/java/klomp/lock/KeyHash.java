package klomp.lock;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * A 64-bit hash of a key under a secret seed, so that nobody who chooses keys can choose a stripe.
 * Eight bytes a step, folded by a 128-bit product as in wyhash (Wang Yi, public domain).
 */
final class KeyHash {

  private static final VarHandle WORD =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private static final long STEP = 0xA0761D6478BD642FL;
  private static final long LAST = 0xE7037ED1A0B428DBL;

  private final long seed;

  KeyHash(long seed) {
    this.seed = seed;
  }

  long of(byte[] key) {
    int length = key.length;
    long hash = seed;
    int at = 0;
    for (; length - at > Long.BYTES; at += Long.BYTES) {
      hash = fold(hash ^ (long) WORD.get(key, at), STEP);
    }
    long tail = 0;
    if (length >= Long.BYTES) {
      tail = (long) WORD.get(key, length - Long.BYTES);
    } else {
      for (int i = 0; i < length; i++) {
        tail = tail << Byte.SIZE | (key[i] & 0xff);
      }
    }
    return fold(hash ^ tail, LAST ^ length);
  }

  private static long fold(long a, long b) {
    return Math.multiplyHigh(a, b) ^ (a * b);
  }
}
