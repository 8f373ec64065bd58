package klomp.bench.ycsb;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A YCSB record's fields in one value.
 *
 * <pre>
 * value = count:u16 field*     field = nameLength:u8 name valueLength:i32 value
 * </pre>
 *
 * Numbers are big-endian, names are UTF-8 of at most 255 bytes.
 */
final class FieldCodec {

  private static final int LONGEST_NAME = 255;
  private static final int MOST_FIELDS = 65_535;

  private FieldCodec() {}

  /**
   * Encodes fields in their order.
   *
   * @throws IllegalArgumentException if there are more than 65,535, or a name is too long
   */
  static byte[] encode(Map<String, byte[]> fields) {
    if (fields.size() > MOST_FIELDS) {
      throw new IllegalArgumentException("a record has at most " + MOST_FIELDS + " fields");
    }
    int length = Short.BYTES;
    for (Map.Entry<String, byte[]> field : fields.entrySet()) {
      length += 1 + name(field.getKey()).length + Integer.BYTES + field.getValue().length;
    }
    ByteBuffer out = ByteBuffer.allocate(length).putShort((short) fields.size());
    fields.forEach(
        (name, value) -> {
          byte[] encoded = name(name);
          out.put((byte) encoded.length).put(encoded).putInt(value.length).put(value);
        });
    return out.array();
  }

  private static byte[] name(String name) {
    byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
    if (encoded.length > LONGEST_NAME) {
      throw new IllegalArgumentException("a field's name has at most 255 bytes: " + name);
    }
    return encoded;
  }

  /**
   * Decodes what {@link #encode} made.
   *
   * @throws IllegalArgumentException if it is something else
   */
  static Map<String, byte[]> decode(byte[] value) {
    try {
      ByteBuffer in = ByteBuffer.wrap(value);
      int count = Short.toUnsignedInt(in.getShort());
      Map<String, byte[]> fields = new LinkedHashMap<>(count * 2);
      for (int i = 0; i < count; i++) {
        String name = new String(bytes(in, Byte.toUnsignedInt(in.get())), StandardCharsets.UTF_8);
        fields.put(name, bytes(in, in.getInt()));
      }
      if (in.hasRemaining()) {
        throw new IllegalArgumentException("a record has bytes after its last field");
      }
      return fields;
    } catch (BufferUnderflowException e) {
      throw new IllegalArgumentException("a record ends within a field", e);
    }
  }

  private static byte[] bytes(ByteBuffer in, int length) {
    if (length < 0 || length > in.remaining()) {
      throw new IllegalArgumentException("a record's field is longer than the record");
    }
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
