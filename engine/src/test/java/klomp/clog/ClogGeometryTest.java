package klomp.clog;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.junit.jupiter.api.Test;

class ClogGeometryTest {

  private final ClogGeometry geometry = ClogGeometry.DEFAULT;

  @Test
  void aPageHolds32768XidsIn8KiBAndASegmentAMillion() {
    assertEquals(8192, geometry.pageBytes());
    assertEquals(0, geometry.page(32_767));
    assertEquals(1, geometry.page(32_768));
    assertEquals(32_768, geometry.firstXid(1));
    assertEquals(0, geometry.segment(geometry.page((1 << 20) - 1)));
    assertEquals(1, geometry.segment(geometry.page(1 << 20)));
    assertEquals(31 * 8192, geometry.position(63));
  }

  @Test
  void anXidHasTwoBitsOfAWord() {
    assertEquals(0, geometry.word(31));
    assertEquals(1, geometry.word(32));
    assertEquals(1023, geometry.word(32_767));
    assertEquals(0, geometry.word(32_768));
    assertEquals(62, ClogGeometry.shift(31));
    assertEquals(2, ClogGeometry.shift(32_769));
  }

  @Test
  void nothingWrapsBeyond32Bits() {
    long xid = (1L << 32) + 5;
    assertEquals(131_072, geometry.page(xid));
    assertEquals("000000000001000", ClogGeometry.fileName(geometry.segment(geometry.page(xid))));
    assertEquals(Long.MAX_VALUE / 32_768, geometry.page(Long.MAX_VALUE));
  }

  @Test
  void aFileNameIsASegmentOrNone() {
    assertEquals(0x1A, ClogGeometry.segmentOf(ClogGeometry.fileName(0x1A)));
    assertEquals(-1, ClogGeometry.segmentOf("lock"));
    assertEquals(-1, ClogGeometry.segmentOf("00000000000001a"));
    assertEquals(-1, ClogGeometry.segmentOf("0000000000000001"));
  }

  @Test
  void aGeometryThatCutsAWordIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new ClogGeometry(48, 4));
    assertThrows(IllegalArgumentException.class, () -> new ClogGeometry(64, 0));
  }
}
