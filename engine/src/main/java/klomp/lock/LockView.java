package klomp.lock;

import java.util.List;

/**
 * A held lock as it was at one moment, for operators.
 *
 * @param key the key; not to be changed
 * @param holder the xid of its holder, 0 if that has none yet
 * @param waiting how many requests wait for it
 * @param waiters the xids of the first of them, the longest waiting first
 */
public record LockView(byte[] key, long holder, int waiting, List<Long> waiters) {}
