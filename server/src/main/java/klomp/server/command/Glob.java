package klomp.server.command;

import java.io.ByteArrayOutputStream;
import klomp.api.Scan;

/**
 * A pattern on bytes as Redis has it: {@code *} any bytes, {@code ?} one byte, {@code [a-z]} one
 * of, {@code [^a-z]} none of, {@code \} the next byte itself. Takes time of at most pattern times
 * text.
 */
final class Glob {

  private final byte[] pattern;

  Glob(byte[] pattern) {
    this.pattern = pattern;
  }

  /** The range of all keys that can match: those that begin with what stands before a wildcard. */
  Scan keys() {
    ByteArrayOutputStream prefix = new ByteArrayOutputStream();
    for (int i = 0; i < pattern.length; i++) {
      byte next = pattern[i];
      if (next == '*' || next == '?' || next == '[') {
        break;
      }
      if (next == '\\' && i + 1 < pattern.length) {
        next = pattern[++i];
      }
      prefix.write(next);
    }
    return (prefix.size() == 0 ? Scan.all() : Scan.prefix(prefix.toByteArray())).withKeysOnly();
  }

  /** Remembers only the last star: if a later one was reached, no earlier one needs to give way. */
  boolean matches(byte[] text) {
    int p = 0;
    int t = 0;
    int afterStar = -1;
    int starText = 0;
    while (t < text.length) {
      int next = p < pattern.length && pattern[p] != '*' ? matchOne(p, text[t]) : -1;
      if (next >= 0) {
        p = next;
        t++;
      } else if (p < pattern.length && pattern[p] == '*') {
        afterStar = ++p;
        starText = t;
      } else if (afterStar >= 0) {
        p = afterStar;
        t = ++starText;
      } else {
        return false;
      }
    }
    while (p < pattern.length && pattern[p] == '*') {
      p++;
    }
    return p == pattern.length;
  }

  /** The place in the pattern after the item at {@code p} if that matches {@code b}, or else -1. */
  private int matchOne(int p, byte b) {
    switch (pattern[p]) {
      case '?':
        return p + 1;
      case '[':
        return matchSet(p + 1, b & 0xFF);
      case '\\':
        if (p + 1 < pattern.length) {
          return pattern[p + 1] == b ? p + 2 : -1;
        }
        return b == '\\' ? p + 1 : -1;
      default:
        return pattern[p] == b ? p + 1 : -1;
    }
  }

  private int matchSet(int first, int b) {
    int p = first;
    boolean negated = p < pattern.length && pattern[p] == '^';
    if (negated) {
      p++;
    }
    boolean in = false;
    while (p < pattern.length && pattern[p] != ']') {
      if (pattern[p] == '\\' && p + 1 < pattern.length) {
        p++;
      }
      int low = pattern[p] & 0xFF;
      int high = low;
      if (p + 2 < pattern.length && pattern[p + 1] == '-' && pattern[p + 2] != ']') {
        p += 2;
        high = pattern[p] & 0xFF;
      }
      in |= b >= Math.min(low, high) && b <= Math.max(low, high);
      p++;
    }
    if (in == negated) {
      return -1;
    }
    return Math.min(p + 1, pattern.length);
  }
}
