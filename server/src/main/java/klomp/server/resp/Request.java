package klomp.server.resp;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import klomp.api.InvalidRequestException;

/**
 * A command with its arguments as the client sent them; argument 0 is the command's name. Holds
 * arrays that nobody else has; they must not be changed. Handed from thread to thread, used by one
 * at a time.
 */
public final class Request implements Inbound {

  private final byte[][] arguments;
  private final int bytes;

  /** Made when it is asked for first. */
  private String name;

  public Request(byte[][] arguments) {
    if (arguments.length == 0) {
      throw new IllegalArgumentException("a request has at least the name of its command");
    }
    this.arguments = arguments;
    long sum = 0;
    for (byte[] argument : arguments) {
      sum += argument.length + WireLimits.ARGUMENT_OVERHEAD_BYTES;
    }
    this.bytes = (int) Math.min(sum, Integer.MAX_VALUE);
  }

  @Override
  public int bytes() {
    return bytes;
  }

  /** The number of arguments, the name included. */
  public int size() {
    return arguments.length;
  }

  /** The name of the command in upper case. */
  public String name() {
    if (name == null) {
      name = word(0);
    }
    return name;
  }

  public byte[] bytes(int index) {
    return arguments[index];
  }

  public String text(int index) {
    return new String(arguments[index], StandardCharsets.UTF_8);
  }

  /** Argument {@code index} in upper case, for comparison with a keyword. */
  public String word(int index) {
    return new String(arguments[index], StandardCharsets.ISO_8859_1).toUpperCase(Locale.ROOT);
  }

  /**
   * Argument {@code index} as a signed 64-bit number.
   *
   * @throws InvalidRequestException if it is none
   */
  public long number(int index) {
    return Numbers.parse(arguments[index]);
  }

  /** The arguments from {@code first} on, each {@code step}-th. */
  public List<byte[]> every(int first, int step) {
    List<byte[]> chosen = new ArrayList<>((arguments.length - first + step - 1) / step);
    for (int i = first; i < arguments.length; i += step) {
      chosen.add(arguments[i]);
    }
    return chosen;
  }
}
