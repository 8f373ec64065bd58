package klomp.server.command;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import klomp.api.Cursor;
import klomp.api.InvalidRequestException;
import klomp.api.Scan;
import klomp.api.TooLargeException;
import klomp.server.resp.Replies;
import klomp.server.resp.Request;
import klomp.server.resp.WireLimits;
import klomp.server.session.Operations;
import klomp.server.session.Work;

/** Commands that walk through keys. */
final class ScanCommands {

  private static final int DEFAULT_COUNT = 10;

  /** A SCAN reply ends early beyond this many bytes, as it may; the next call goes on. */
  private static final long SCAN_REPLY_BYTES = 1 << 20;

  private final ScanPositions positions = new ScanPositions();

  void register(CommandTable table) {
    table.read("RANGE", 3, 6, ScanCommands::range);
    table.read("SCAN", 2, 6, this::scan);
    table.read("KEYS", 2, 2, ScanCommands::keys);
    table.read("DBSIZE", 1, 1, request -> ScanCommands::count);
  }

  private static Work range(Request request) {
    Scan scan = Scan.range(bound(request.bytes(1)), bound(request.bytes(2)));
    for (int i = 3; i < request.size(); i++) {
      String option = request.word(i);
      if (option.equals("REV")) {
        scan = scan.reverse();
      } else if (option.equals("LIMIT") && i + 1 < request.size()) {
        scan = scan.withLimit(request.number(++i));
      } else {
        throw new InvalidRequestException("syntax error: RANGE start end [LIMIT n] [REV]");
      }
    }
    Scan chosen = scan;
    return operations -> CommandTable.done(entries(operations, chosen));
  }

  /** A bound may be longer than any key: the place right behind the longest one is. */
  private static byte[] bound(byte[] key) {
    return key.length == 0 ? null : key;
  }

  private static RedisMessage entries(Operations operations, Scan scan) {
    List<byte[]> flat = new ArrayList<>();
    long bytes = 0;
    try (Cursor cursor = operations.scan(scan)) {
      while (cursor.next()) {
        byte[] key = cursor.key();
        byte[] value = cursor.value();
        bytes = checkReply(bytes + key.length + value.length);
        flat.add(key);
        flat.add(value);
      }
    }
    return Replies.bulks(flat);
  }

  private Work scan(Request request) {
    long number = request.number(1);
    byte[] after = number == 0 ? null : positions.find(number);
    if (number != 0 && after == null) {
      throw new InvalidRequestException("the cursor is not known, or no longer; begin at 0");
    }
    Glob glob = null;
    long count = DEFAULT_COUNT;
    for (int i = 2; i < request.size(); i += 2) {
      String option = request.word(i);
      if (option.equals("MATCH") && i + 1 < request.size()) {
        glob = new Glob(request.bytes(i + 1));
      } else if (option.equals("COUNT") && i + 1 < request.size()) {
        count = request.number(i + 1);
      } else {
        throw new InvalidRequestException("syntax error: SCAN cursor [MATCH glob] [COUNT n]");
      }
    }
    Glob chosen = glob == null ? new Glob(new byte[] {'*'}) : glob;
    Scan scan = from(after, chosen.keys()).withLimit(count);
    return operations -> CommandTable.done(page(operations, scan, chosen));
  }

  /** The part of {@code scan} above {@code after}: the next key there is begins with it, then 0. */
  private static Scan from(byte[] after, Scan scan) {
    if (after == null) {
      return scan;
    }
    byte[] next = Arrays.copyOf(after, after.length + 1);
    boolean inside = scan.from() == null || Arrays.compareUnsigned(next, scan.from()) > 0;
    return inside ? Scan.range(next, scan.to()).withKeysOnly() : scan;
  }

  private RedisMessage page(Operations operations, Scan scan, Glob glob) {
    List<byte[]> found = new ArrayList<>();
    byte[] last = null;
    long visited = 0;
    long bytes = 0;
    boolean more = true;
    try (Cursor cursor = operations.scan(scan)) {
      while (bytes < SCAN_REPLY_BYTES && (more = cursor.next())) {
        last = cursor.key();
        visited++;
        if (glob.matches(last)) {
          found.add(last);
          bytes += last.length;
        }
      }
    }
    boolean atEnd = !more && visited < scan.limit();
    long next = atEnd || last == null ? 0 : positions.remember(last);
    return Replies.array(List.of(Replies.text(Long.toString(next)), Replies.bulks(found)));
  }

  private static Work keys(Request request) {
    Glob glob = new Glob(request.bytes(1));
    return operations -> {
      List<byte[]> found = new ArrayList<>();
      long bytes = 0;
      try (Cursor cursor = operations.scan(glob.keys())) {
        while (cursor.next()) {
          byte[] key = cursor.key();
          if (glob.matches(key)) {
            bytes = checkReply(bytes + key.length);
            found.add(key);
          }
        }
      }
      return CommandTable.done(Replies.bulks(found));
    };
  }

  private static CompletableFuture<RedisMessage> count(Operations operations) {
    long count = 0;
    try (Cursor cursor = operations.scan(Scan.all().withKeysOnly())) {
      while (cursor.next()) {
        count++;
      }
    }
    return CommandTable.done(Replies.number(count));
  }

  private static long checkReply(long bytes) {
    if (bytes > WireLimits.MAX_REPLY_BYTES) {
      throw new TooLargeException(
          "a reply has at most " + WireLimits.MAX_REPLY_BYTES + " bytes; use LIMIT, or SCAN");
    }
    return bytes;
  }
}
