/**
 * Pages by logical number: the page file, the map from page to place, the pool of frames, the page
 * writer, and checkpoints. Knows nothing of what is on a page but its header.
 *
 * <p>{@link klomp.page.PagePool} is the entry; {@code docs/PAGES.md} has the formats, the
 * invariants and the checkpoint protocol.
 */
package klomp.page;
