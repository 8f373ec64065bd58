package klomp.clog;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The three ways to change a word agree with each other and with the table of legal changes. */
class StatusWordsTest {

  private static final StatusWords WORDS = new StatusWords(new ClogGeometry(64, 4));

  static Stream<Named<BiConsumer<long[], PageChange>>> ways() {
    return Stream.of(
        Named.of("exclusively", WORDS::setExclusively),
        Named.of("by compare-and-set", WORDS::setByCompareAndSet),
        Named.of("by OR", WORDS::setByOr));
  }

  private static PageChange one(long xid, int status) {
    return new PageChange(xid / 64, status, xid, new long[0], 0, 0, true);
  }

  private static PageChange subs(int status, long... xids) {
    return new PageChange(xids[0] / 64, status, PageChange.NO_XID, xids, 0, xids.length, false);
  }

  @ParameterizedTest
  @MethodSource("ways")
  void everyChangeIsLegalOrRefused(BiConsumer<long[], PageChange> way) {
    int[][] after = {
      // to:   committed, aborted, sub-committed; -1 is refused
      {1, 2, 3},
      {1, -1, 1},
      {-1, 2, -1},
      {1, 2, 3}
    };
    for (long xid : new long[] {1, 31, 32, 63, 64, 127}) {
      for (int from = 0; from < 4; from++) {
        for (int to = 1; to < 4; to++) {
          long[] words = WORDS.newPage();
          if (from != 0) {
            way.accept(words, subs(from, xid));
          }
          int expected = after[from][to - 1];
          PageChange change = to == 3 ? subs(3, xid) : one(xid, to);
          if (expected < 0) {
            IllegalStateException e =
                assertThrows(IllegalStateException.class, () -> way.accept(words, change));
            assertEquals(true, e.getMessage().startsWith("xid " + xid + " is "), e.getMessage());
            expected = from;
          } else {
            way.accept(words, change);
          }
          assertEquals(expected, WORDS.get(words, xid), xid + ": " + from + " to " + to);
          words[(int) (xid % 64) / 32] &= ~(3L << xid % 32 * 2);
          assertArrayEquals(new long[2], words, "neighbours of " + xid);
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void aTreeOverTwoWordsLeavesItsNeighboursAlone(BiConsumer<long[], PageChange> way) {
    long[] words = WORDS.newPage();
    way.accept(words, one(65, XidStatus.ABORTED));
    way.accept(words, one(127, XidStatus.ABORTED));
    long[] array = {1, 66, 94, 95, 96, 126, 127};
    way.accept(words, new PageChange(1, XidStatus.COMMITTED, 64, array, 1, 6, true));
    for (long xid = 64; xid < 128; xid++) {
      int expected =
          switch ((int) xid) {
            case 64, 66, 94, 95, 96, 126 -> XidStatus.COMMITTED;
            case 65, 127 -> XidStatus.ABORTED;
            default -> XidStatus.IN_PROGRESS;
          };
      assertEquals(expected, WORDS.get(words, xid), "xid " + xid);
    }
  }

  @ParameterizedTest
  @MethodSource("ways")
  void anIllegalXidAmongOthersIsNamed(BiConsumer<long[], PageChange> way) {
    long[] words = WORDS.newPage();
    way.accept(words, one(70, XidStatus.COMMITTED));
    IllegalStateException e =
        assertThrows(
            IllegalStateException.class,
            () -> way.accept(words, subs(XidStatus.ABORTED, 65, 70, 71)));
    assertEquals("xid 70 is committed and cannot become aborted", e.getMessage());
    assertEquals(XidStatus.IN_PROGRESS, WORDS.get(words, 65));
  }

  static Stream<Named<BiConsumer<long[], PageChange>>> waysBesideOthers() {
    return ways().skip(1);
  }

  /** Two setters deal the xids of each word between them, on many fresh pages. */
  @ParameterizedTest
  @MethodSource("waysBesideOthers")
  void settersOfOneWordLoseNothing(BiConsumer<long[], PageChange> way) throws Exception {
    int rounds = 200;
    long[][] pages = new long[rounds][];
    Arrays.setAll(pages, i -> WORDS.newPage());
    AtomicInteger arrived = new AtomicInteger();
    Runnable odd = () -> setEverySecond(way, pages, 1, arrived);
    Thread other = new Thread(odd, "odd");
    other.start();
    setEverySecond(way, pages, 0, arrived);
    other.join();
    for (long[] words : pages) {
      for (long xid = 64; xid < 128; xid++) {
        assertEquals(XidStatus.COMMITTED, WORDS.get(words, xid), "xid " + xid);
      }
    }
  }

  private static void setEverySecond(
      BiConsumer<long[], PageChange> way, long[][] pages, int offset, AtomicInteger arrived) {
    for (int round = 0; round < pages.length; round++) {
      // Both begin a page at once; who is alone for long lets the other one run.
      arrived.incrementAndGet();
      for (int tries = 0; arrived.get() < 2 * (round + 1); tries++) {
        if (tries > 100) {
          Thread.yield();
        }
      }
      for (long xid = 64 + offset; xid < 128; xid += 2) {
        way.accept(pages[round], one(xid, XidStatus.COMMITTED));
      }
    }
  }
}
