package klomp.client;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import java.nio.charset.StandardCharsets;
import java.util.List;
import klomp.api.Limits;
import klomp.api.TooLargeException;
import klomp.api.TransactionOptions;

/**
 * Commands in the form of the wire: an array of bulk strings, in one buffer. The encoder of Netty's
 * codec makes three buffers for each argument, which is the better part of the cost of a small
 * request; replies do go through the codec.
 */
final class Command {

  // What a server accepts; beyond it, it closes the connection.
  private static final int MAX_ARGUMENTS = 1 << 20;
  private static final int MAX_BYTES = 128 << 20;

  private static final byte[] NAME_GET = word("GET");
  private static final byte[] NAME_SET = word("SET");

  private static final byte[] NAME_MGET = word("MGET");

  private Command() {}

  static byte[] word(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static byte[][] get(byte[] key) {
    return new byte[][] {NAME_GET, key};
  }

  static byte[][] set(byte[] key, byte[] value) {
    return new byte[][] {NAME_SET, key, value};
  }

  static byte[][] multiGet(List<byte[]> keys) {
    byte[][] command = new byte[keys.size() + 1][];
    command[0] = NAME_MGET;
    for (int i = 1; i < command.length; i++) {
      command[i] = Limits.checkKey(keys.get(i - 1));
    }
    return command;
  }

  static byte[][] of(String text) {
    String[] words = text.split(" ");
    byte[][] command = new byte[words.length][];
    for (int i = 0; i < words.length; i++) {
      command[i] = word(words[i]);
    }
    return command;
  }

  static byte[][] of(String name, byte[]... arguments) {
    byte[][] command = new byte[arguments.length + 1][];
    command[0] = word(name);
    System.arraycopy(arguments, 0, command, 1, arguments.length);
    return command;
  }

  static byte[][] begin(TransactionOptions options) {
    StringBuilder text = new StringBuilder("BEGIN");
    if (options.isolation() != null) {
      text.append(
          switch (options.isolation()) {
            case READ_COMMITTED -> " READ COMMITTED";
            case SNAPSHOT -> " SNAPSHOT";
            case SERIALIZABLE -> " SERIALIZABLE";
          });
    }
    if (options.readOnly()) {
      text.append(" READ ONLY");
    }
    if (options.durability() != null) {
      text.append(' ').append(options.durability().name());
    }
    return of(text.toString());
  }

  static ByteBuf encode(ByteBufAllocator allocator, byte[][] command) {
    long size = 16;
    for (byte[] argument : command) {
      size += 16L + argument.length;
    }
    if (command.length > MAX_ARGUMENTS || size > MAX_BYTES) {
      throw new TooLargeException(
          "a command has at most " + MAX_ARGUMENTS + " arguments and " + MAX_BYTES + " bytes");
    }
    ByteBuf buffer = allocator.buffer((int) size);
    writeHeader(buffer, '*', command.length);
    for (byte[] argument : command) {
      writeHeader(buffer, '$', argument.length);
      buffer.writeBytes(argument).writeByte('\r').writeByte('\n');
    }
    return buffer;
  }

  private static void writeHeader(ByteBuf buffer, char type, int length) {
    buffer.writeByte(type);
    int divisor = 1;
    while (length / divisor >= 10) {
      divisor *= 10;
    }
    for (; divisor > 0; divisor /= 10) {
      buffer.writeByte('0' + length / divisor % 10);
    }
    buffer.writeByte('\r').writeByte('\n');
  }
}
