package klomp.server.command;

import klomp.api.InvalidRequestException;
import klomp.server.resp.Numbers;
import klomp.server.resp.Replies;
import klomp.server.session.Work;

/** Commands on values that are numbers: signed, 64 bits, as decimal text. */
final class CounterCommands {

  private CounterCommands() {}

  static void register(CommandTable table) {
    table.write("INCR", 2, 2, request -> add(request.bytes(1), 1));
    table.write("DECR", 2, 2, request -> add(request.bytes(1), -1));
    table.write("INCRBY", 3, 3, request -> add(request.bytes(1), request.number(2)));
    table.write("DECRBY", 3, 3, request -> add(request.bytes(1), negate(request.number(2))));
  }

  private static Work add(byte[] key, long delta) {
    return operations ->
        operations.then(
            operations.getForUpdate(key),
            old -> {
              long sum = sum(old == null ? 0 : Numbers.parse(old), delta);
              return StringCommands.put(operations, key, Numbers.format(sum), Replies.number(sum));
            });
  }

  private static long sum(long value, long delta) {
    try {
      return Math.addExact(value, delta);
    } catch (ArithmeticException e) {
      throw new InvalidRequestException("increment or decrement would overflow");
    }
  }

  private static long negate(long delta) {
    if (delta == Long.MIN_VALUE) {
      throw new InvalidRequestException("decrement would overflow");
    }
    return -delta;
  }
}
