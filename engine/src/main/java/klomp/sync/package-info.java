/**
 * Latches, padded counters and parking: short physical exclusion and all craft with {@link
 * java.lang.invoke.VarHandle}. Knows nothing of pages, keys or transactions.
 */
package klomp.sync;
