/**
 * The ordered B+tree of versions: entries are ordered by key, then stamp, newest first. It knows
 * pages and latches, and nothing of transactions: who reads brings a {@link
 * klomp.tree.VersionJudge}, and what may be pruned is asked of {@link klomp.tree.VersionFates}.
 *
 * <p>{@link klomp.tree.VersionTree} is the entry; {@code docs/TREE.md} has the page formats, the
 * invariants and the latch protocol.
 */
package klomp.tree;
