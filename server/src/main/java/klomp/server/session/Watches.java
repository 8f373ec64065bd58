package klomp.server.session;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import klomp.api.InvalidRequestException;

/**
 * The keys that a session watches, each with what it held when the watch began: the SHA-256 of its
 * value, so that a watch on a large value costs little, or nothing if it was absent.
 */
final class Watches {

  /** The most keys watched at a time. */
  static final int MAX_KEYS = 100_000;

  private final List<Watch> watches = new ArrayList<>();

  boolean isEmpty() {
    return watches.isEmpty();
  }

  void add(byte[] key, byte[] value) {
    if (watches.size() == MAX_KEYS) {
      throw new InvalidRequestException("a connection watches at most " + MAX_KEYS + " keys");
    }
    watches.add(new Watch(key, digest(value)));
  }

  int size() {
    return watches.size();
  }

  byte[] key(int index) {
    return watches.get(index).key;
  }

  boolean holds(int index, byte[] value) {
    return Arrays.equals(watches.get(index).digest, digest(value));
  }

  private static byte[] digest(byte[] value) {
    if (value == null) {
      return null;
    }
    try {
      return MessageDigest.getInstance("SHA-256").digest(value);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }

  private record Watch(byte[] key, byte[] digest) {}
}
