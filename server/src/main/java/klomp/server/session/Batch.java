package klomp.server.session;

import io.netty.handler.codec.redis.RedisMessage;
import java.util.ArrayList;
import java.util.List;
import klomp.server.resp.WireLimits;

/** What was queued since MULTI. One command that was refused makes the whole batch void. */
public final class Batch {

  private final List<Step> steps = new ArrayList<>();
  private long bytes;
  private boolean refused;

  /**
   * Queues a command.
   *
   * @return false if the batch would get too large; the batch is void then
   */
  public boolean add(String name, int requestBytes, Work work) {
    bytes += requestBytes;
    if (bytes > WireLimits.MAX_REQUEST_BYTES) {
      refuse();
      return false;
    }
    if (!refused) {
      steps.add(new Step(name, work));
    }
    return true;
  }

  /** Makes the batch void; EXEC will say so. */
  public void refuse() {
    refused = true;
    steps.clear();
  }

  boolean isRefused() {
    return refused;
  }

  List<Step> steps() {
    return steps;
  }

  /** A queued command. */
  record Step(String name, Work work) {}

  /** The replies so far of a batch that runs. */
  static final class Progress {

    private final List<RedisMessage> replies = new ArrayList<>();
    private long bytes;

    void add(RedisMessage reply, long replyBytes) {
      replies.add(reply);
      bytes += replyBytes;
    }

    long bytes() {
      return bytes;
    }

    int size() {
      return replies.size();
    }

    List<RedisMessage> replies() {
      return replies;
    }
  }
}
