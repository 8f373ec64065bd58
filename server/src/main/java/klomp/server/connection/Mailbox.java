package klomp.server.connection;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import klomp.server.resp.Inbound;

/**
 * What a connection has received and not yet begun to answer. One thread puts, one at a time takes.
 * It is full beyond {@link #MAX_REQUESTS} or {@link #MAX_BYTES}, and has room again at half of
 * that; whoever puts into a full one stops reading from the network, so that it exceeds the marks
 * by what was read already and no more.
 */
final class Mailbox {

  static final int MAX_REQUESTS = 1024;
  static final long MAX_BYTES = 1 << 20;

  private final Queue<Inbound> queue = new ConcurrentLinkedQueue<>();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicLong bytes = new AtomicLong();

  void put(Inbound inbound) {
    requests.incrementAndGet();
    bytes.addAndGet(inbound.bytes());
    queue.add(inbound);
  }

  /** The oldest, or null if there is none. */
  Inbound take() {
    Inbound oldest = queue.poll();
    if (oldest != null) {
      requests.decrementAndGet();
      bytes.addAndGet(-oldest.bytes());
    }
    return oldest;
  }

  /** The oldest, which stays, or null if there is none. */
  Inbound peek() {
    return queue.peek();
  }

  boolean isEmpty() {
    return queue.isEmpty();
  }

  boolean isFull() {
    return requests.get() > MAX_REQUESTS || bytes.get() > MAX_BYTES;
  }

  boolean hasRoom() {
    return requests.get() <= MAX_REQUESTS / 2 && bytes.get() <= MAX_BYTES / 2;
  }
}
