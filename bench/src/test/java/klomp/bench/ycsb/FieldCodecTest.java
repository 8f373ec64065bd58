package klomp.bench.ycsb;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class FieldCodecTest {

  @Test
  void randomRecordsComeBackAsTheyWere() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    for (int round = 0; round < 200; round++) {
      Map<String, byte[]> fields = new LinkedHashMap<>();
      int count = random.nextInt(20);
      for (int i = 0; i < count; i++) {
        byte[] value = new byte[random.nextInt(300)];
        random.nextBytes(value);
        fields.put("f\u00e4" + i, value);
      }
      Map<String, byte[]> back = FieldCodec.decode(FieldCodec.encode(fields));
      List<String> names = new ArrayList<>(fields.keySet());
      assertEquals(names, new ArrayList<>(back.keySet()), "seed " + seed);
      names.forEach(name -> assertArrayEquals(fields.get(name), back.get(name), "seed " + seed));
    }
  }

  @Test
  void aTruncatedOrPaddedRecordIsRefused() {
    byte[] record = FieldCodec.encode(Map.of("field0", new byte[10]));
    for (int length = 0; length < record.length; length++) {
      byte[] cut = Arrays.copyOf(record, length);
      assertThrows(IllegalArgumentException.class, () -> FieldCodec.decode(cut));
    }
    byte[] longer = Arrays.copyOf(record, record.length + 1);
    assertThrows(IllegalArgumentException.class, () -> FieldCodec.decode(longer));
  }

  @Test
  void aNameThatIsTooLongIsRefused() {
    Map<String, byte[]> fields = Map.of("x".repeat(256), new byte[0]);
    assertThrows(IllegalArgumentException.class, () -> FieldCodec.encode(fields));
  }
}
