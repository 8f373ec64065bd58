package klomp.client;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import klomp.api.Entry;
import klomp.api.Isolation;
import klomp.api.Limits;
import klomp.api.Scan;
import klomp.api.TooLargeException;

/**
 * A scan as a sequence of RANGE commands, each of which goes on behind the last key of the one
 * before. The first page is small, since most scans are; the next ones grow as long as a page stays
 * below {@link #TARGET_BYTES}, so that neither many small entries nor a few large ones hurt.
 *
 * <p>Under {@link Isolation#READ_COMMITTED} each command would see a newer state than the one
 * before, but a cursor has one snapshot: there the whole scan is one page, and so at most what the
 * server puts into one reply.
 */
final class Pages {

  private static final int FIRST_ENTRIES = 64;
  private static final int ENTRIES_AFTER_WRITE = 8;
  private static final int MAX_ENTRIES = 4096;
  private static final long TARGET_BYTES = 1 << 20;
  private static final byte[] UNBOUNDED = {};
  private static final byte[] LIMIT = Command.word("LIMIT");
  private static final byte[] REV = Command.word("REV");

  private final Conversation conversation;
  private final boolean isReverse;
  private final boolean keysOnly;
  private byte[] from;
  private byte[] to;
  private long left;
  private long pageEntries;
  private boolean isAtEnd;

  Pages(Conversation conversation, Scan scan) {
    this.conversation = conversation;
    this.isReverse = scan.isReverse();
    this.keysOnly = scan.keysOnly();
    this.from = scan.from() == null ? UNBOUNDED : scan.from();
    this.to = scan.to() == null ? UNBOUNDED : scan.to();
    this.left = scan.limit();
    this.pageEntries = isWholeAtOnce() ? Long.MAX_VALUE : FIRST_ENTRIES;
    // On the wire an empty bound is none; below the empty key there is nothing.
    this.isAtEnd = scan.to() != null && isNothingBelow(scan.to());
  }

  private boolean isWholeAtOnce() {
    return conversation.isolation() == Isolation.READ_COMMITTED;
  }

  private boolean isNothingBelow(byte[] bound) {
    return bound.length == 0 || Arrays.compareUnsigned(from, bound) >= 0;
  }

  boolean isAtEnd() {
    return isAtEnd;
  }

  /** The next page: at least one entry, or the end. */
  CompletableFuture<List<Entry>> next() {
    CompletableFuture<List<Entry>> page = new CompletableFuture<>();
    fetch(page);
    return page;
  }

  private void fetch(CompletableFuture<List<Entry>> result) {
    long asked = Math.min(left, pageEntries);
    Request<List<Entry>> request =
        new Request<>(
            command(asked),
            reply -> {
              List<Entry> page = Replies.entries(reply, keysOnly);
              advance(reply, page, asked);
              return page;
            });
    conversation
        .read(request)
        .whenComplete(
            (page, error) -> {
              if (error == null) {
                result.complete(page);
              } else if (error instanceof TooLargeException && asked > 1 && !isWholeAtOnce()) {
                // The server does not put that many bytes into one reply.
                pageEntries = Math.max(1, asked / 8);
                fetch(result);
              } else {
                result.completeExceptionally(error);
              }
            });
  }

  private byte[][] command(long asked) {
    byte[][] command =
        asked == Long.MAX_VALUE
            ? Command.of("RANGE", from, to)
            : Command.of("RANGE", from, to, LIMIT, Command.word(Long.toString(asked)));
    if (isReverse) {
      command = Arrays.copyOf(command, command.length + 1);
      command[command.length - 1] = REV;
    }
    return command;
  }

  private void advance(Reply reply, List<Entry> page, long asked) {
    left -= page.size();
    if (page.size() < asked || left == 0) {
      isAtEnd = true;
      return;
    }
    goOnBehind(page.get(page.size() - 1).key());
    if (!isWholeAtOnce()) {
      long entryBytes = Math.max(1, Replies.size(reply) / page.size());
      pageEntries =
          Math.max(1, Math.min(Math.min(MAX_ENTRIES, pageEntries * 4), TARGET_BYTES / entryBytes));
    }
  }

  private void goOnBehind(byte[] key) {
    if (isReverse) {
      to = key;
      isAtEnd = isNothingBelow(key);
    } else {
      byte[] next = following(key);
      isAtEnd = next == null || (to.length > 0 && Arrays.compareUnsigned(next, to) >= 0);
      from = next;
    }
  }

  /**
   * Takes back the entries of the last page behind {@code key}, the {@code unread} of them: the
   * transaction has written since, and they may have changed.
   */
  void rewindTo(byte[] key, int unread) {
    left += unread;
    if (left == 0) {
      return;
    }
    goOnBehind(key);
    if (!isWholeAtOnce()) {
      pageEntries = Math.min(pageEntries, ENTRIES_AFTER_WRITE);
    }
  }

  /** The lowest key above {@code key}; null if there is none. */
  static byte[] following(byte[] key) {
    if (key.length < Limits.MAX_KEY_BYTES) {
      return Arrays.copyOf(key, key.length + 1);
    }
    return Scan.prefix(key).to();
  }
}
