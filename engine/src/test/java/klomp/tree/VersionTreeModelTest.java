package klomp.tree;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import klomp.api.Limits;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Random operations against a model; every snapshot that the horizon allows must see the same. */
final class VersionTreeModelTest {

  /** Kinds of keys. */
  enum Keys {
    FEW {
      @Override
      byte[] next(SplittableRandom random) {
        return new byte[] {(byte) random.nextInt(12)};
      }
    },
    TINY {
      @Override
      byte[] next(SplittableRandom random) {
        byte[] key = new byte[1 + random.nextInt(3)];
        for (int i = 0; i < key.length; i++) {
          key[i] = (byte) (random.nextInt(6) * 51);
        }
        return key;
      }
    },
    COMMON_PREFIX {
      @Override
      byte[] next(SplittableRandom random) {
        byte[] key = new byte[20 + random.nextInt(60)];
        Arrays.fill(key, (byte) 0x80);
        key[random.nextInt(key.length)] = (byte) random.nextInt();
        key[key.length - 1 - random.nextInt(8)] = (byte) random.nextInt(3);
        return key;
      }
    },
    HUGE {
      @Override
      byte[] next(SplittableRandom random) {
        byte[] key = new byte[Limits.MAX_KEY_BYTES - random.nextInt(40)];
        key[random.nextInt(key.length)] = (byte) random.nextInt(4);
        key[random.nextInt(3)] = (byte) random.nextInt(3);
        return key;
      }
    };

    abstract byte[] next(SplittableRandom random);
  }

  @TempDir Path path;

  private SplittableRandom random;
  private TestTree test;
  private Model model;
  private long xid;
  private long stamp;

  @ParameterizedTest
  @EnumSource
  void everySnapshotSeesWhatTheModelSays(Keys kind) throws Exception {
    random = new SplittableRandom(TestTree.seed());
    try (TestTree opened = new TestTree(path, TestTree.FEWEST)) {
      test = opened;
      model = new Model(test.ledger);
      for (int round = 0; round < 20; round++) {
        for (int i = 0; i < 250; i++) {
          add(kind.next(random));
        }
        test.ledger.horizon = Math.max(test.ledger.horizon, xid - random.nextInt(600));
        if (random.nextInt(3) == 0) {
          test.sweep();
        }
        for (int i = 0; i < 100; i++) {
          read(kind.next(random));
        }
        scan(kind);
        if (round % 5 == 4) {
          test.check();
        }
      }
      test.ledger.horizon = Long.MAX_VALUE;
      test.sweep();
      test.sweep();
      TreeCheck check = test.check();
      assertEquals(model.range(null, null, false, xid).size(), check.versions());
    }
  }

  private void add(byte[] key) {
    stamp += 1 + random.nextInt(100);
    xid++;
    if (random.nextInt(6) == 0) {
      test.ledger.aborted.add(xid);
    }
    byte[] value = value();
    test.tree.insert(key, stamp, xid, value);
    model.add(key, stamp, xid, value);
    if (random.nextInt(20) == 0) {
      test.tree.insert(key, stamp, xid, value);
    }
  }

  private byte[] value() {
    int length =
        switch (random.nextInt(12)) {
          case 0, 1, 2 -> -1;
          case 3 -> 0;
          case 4 -> 900 + random.nextInt(2200);
          case 5 -> random.nextInt(10) == 0 ? random.nextInt(60_000) : 100;
          default -> random.nextInt(150);
        };
    if (length < 0) {
      return null;
    }
    byte[] value = new byte[length];
    random.nextBytes(value);
    return value;
  }

  private long snapshot() {
    long horizon = test.ledger.horizon;
    return horizon + (xid > horizon ? random.nextLong(xid - horizon + 1) : 0);
  }

  private void read(byte[] key) {
    long snapshot = snapshot();
    byte[] expected = model.read(key, snapshot);
    assertArrayEquals(expected, test.tree.read(key, test.ledger.snapshot(snapshot)));
  }

  private void scan(Keys kind) {
    byte[] from = random.nextInt(4) == 0 ? null : kind.next(random);
    byte[] to = random.nextInt(4) == 0 ? null : kind.next(random);
    boolean reverse = random.nextBoolean();
    boolean keysOnly = random.nextInt(4) == 0;
    long snapshot = snapshot();
    List<Map.Entry<byte[], byte[]>> expected =
        new ArrayList<>(model.range(from, to, reverse, snapshot).entrySet());
    TreeCursor cursor =
        test.tree.cursor(from, to, reverse, keysOnly, test.ledger.snapshot(snapshot));
    for (Map.Entry<byte[], byte[]> entry : expected) {
      assertTrue(cursor.next());
      assertArrayEquals(entry.getKey(), cursor.key());
      assertArrayEquals(keysOnly ? null : entry.getValue(), cursor.value());
    }
    assertFalse(cursor.next());
  }
}
