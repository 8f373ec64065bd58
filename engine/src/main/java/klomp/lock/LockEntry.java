package klomp.lock;

/**
 * One lock that is held: it is in its stripe as long as somebody holds it, and has a holder as long
 * as it is in its stripe. Everything but the final fields is guarded by the latch of the stripe.
 */
final class LockEntry {

  /** The caller's array; it does not change. */
  final byte[] key;

  final long hash;

  LockOwner holder;

  /** The lock that the holder took before this one. Belongs to the holder's list. */
  LockEntry below;

  /** The next entry of the same bucket. */
  LockEntry chain;

  /** The queue of those who wait, the longest waiting first. */
  LockRequest first;

  LockRequest last;

  LockEntry(byte[] key, long hash) {
    this.key = key;
    this.hash = hash;
  }

  void enqueue(LockRequest request) {
    request.ahead = last;
    if (last == null) {
      first = request;
    } else {
      last.behind = request;
    }
    last = request;
  }

  void dequeue(LockRequest request) {
    if (request.ahead == null) {
      first = request.behind;
    } else {
      request.ahead.behind = request.behind;
    }
    if (request.behind == null) {
      last = request.ahead;
    } else {
      request.behind.ahead = request.ahead;
    }
    request.ahead = null;
    request.behind = null;
  }
}
