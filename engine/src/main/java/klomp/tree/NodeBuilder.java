package klomp.tree;

import static klomp.page.PagePool.GAP_END;
import static klomp.page.PagePool.GAP_START;
import static klomp.page.PagePool.PAGE_BYTES;
import static klomp.tree.NodeLayout.*;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Composes a node in a buffer of its own, from records of existing nodes, without gaps or garbage,
 * and stores it on a page in one go. Every split, merge, pruning and compaction goes this way, so
 * there is one place that knows how prefixes change. Used by one thread.
 */
final class NodeBuilder {

  private final ByteBuffer out = ByteBuffer.allocate(PAGE_BYTES).order(ByteOrder.LITTLE_ENDIAN);
  private final int kind;
  private final int prefix;
  private int count;
  private int heap = PAGE_BYTES;

  /** An empty node between two fences; {@code upper} null: there is none. */
  NodeBuilder(int kind, int level, Position lower, Position upper) {
    this.kind = kind;
    out.put(KIND, (byte) kind);
    out.put(LEVEL, (byte) level);
    putFence(LOWER_OFFSET, LOWER_LENGTH, LOWER_STAMP, lower);
    if (upper == null) {
      out.putShort(UPPER_LENGTH, (short) NO_UPPER);
      prefix = 0;
    } else {
      putFence(UPPER_OFFSET, UPPER_LENGTH, UPPER_STAMP, upper);
      int mismatch = Arrays.mismatch(lower.key(), upper.key());
      prefix = mismatch < 0 ? lower.key().length : mismatch;
    }
    out.putShort(PREFIX, (short) prefix);
  }

  /** A node like {@code page}, still empty. */
  static NodeBuilder like(ByteBuffer page) {
    NodeBuilder builder =
        new NodeBuilder(Node.kind(page), Node.level(page), Node.lower(page), Node.upper(page));
    if (Node.kind(page) == KIND_INNER) {
      builder.firstChild(Inner.child(page, 0));
    }
    return builder;
  }

  NodeBuilder firstChild(long pid) {
    out.putLong(FIRST_CHILD, pid);
    return this;
  }

  /**
   * Appends the slots {@code [from, to)} of {@code source}, for which the caller knows that there
   * is room.
   */
  NodeBuilder appendAll(ByteBuffer source, int from, int to) {
    for (int index = from; index < to; index++) {
      if (!append(source, index)) {
        throw new IllegalStateException("slot " + index + " of " + to + " does not fit");
      }
    }
    return this;
  }

  /** Appends all slots of {@code source}, if there is room for all of them. */
  boolean append(ByteBuffer source) {
    for (int index = 0; index < Node.count(source); index++) {
      if (!append(source, index)) {
        return false;
      }
    }
    return true;
  }

  /** Appends one slot of {@code source}, if there is room. */
  boolean append(ByteBuffer source, int index) {
    int header = kind == KIND_LEAF ? LEAF_RECORD : INNER_RECORD;
    int from = Node.record(source, index);
    int had = Node.suffixLength(source, index);
    int suffix = had + Node.prefix(source) - prefix;
    int tail = kind == KIND_LEAF ? Leaf.tailBytes(Leaf.info(source, from)) : 0;
    if (!reserve(header + suffix + tail)) {
      return false;
    }
    out.put(heap, source, from, header);
    int at = heap + header;
    int more = suffix - had;
    if (more > 0) {
      out.put(at, source, Node.u16(source, LOWER_OFFSET) + prefix, more);
      out.put(at + more, source, from + header, had);
    } else {
      out.put(at, source, from + header - more, suffix);
    }
    out.put(at + suffix, source, from + header + had, tail);
    addSlot(at, suffix);
    return true;
  }

  /** Appends a separator with the child right of it, if there is room. */
  boolean append(Position separator, long right) {
    int suffix = separator.key().length - prefix;
    if (!reserve(INNER_RECORD + suffix)) {
      return false;
    }
    out.putLong(heap + RECORD_STAMP, separator.stamp());
    out.putLong(heap + INNER_CHILD, right);
    out.put(heap + INNER_RECORD, separator.key(), prefix, suffix);
    addSlot(heap + INNER_RECORD, suffix);
    return true;
  }

  /** Bytes that slots, records and fences use so far. */
  int used() {
    return SLOT_BYTES * count + PAGE_BYTES - heap;
  }

  /** Replaces the node on {@code page}; the pool's header stays, but for the gap. */
  void store(ByteBuffer page) {
    out.putShort(COUNT, (short) count);
    if (kind == KIND_LEAF) {
      Leaf.countSuperseded(out);
    }
    int end = Node.slot(count);
    page.put(KIND, out, KIND, end - KIND);
    page.put(heap, out, heap, PAGE_BYTES - heap);
    page.putShort(GAP_START, (short) end);
    page.putShort(GAP_END, (short) heap);
  }

  private void putFence(int offset, int length, int stamp, Position fence) {
    heap -= fence.key().length;
    out.put(heap, fence.key());
    out.putShort(offset, (short) heap);
    out.putShort(length, (short) fence.key().length);
    out.putLong(stamp, fence.stamp());
  }

  private boolean reserve(int bytes) {
    if (heap - bytes < Node.slot(count + 1)) {
      return false;
    }
    heap -= bytes;
    return true;
  }

  private void addSlot(int suffixAt, int suffix) {
    Node.setSlot(out, count++, Keys.head(out, suffixAt, suffix), heap, suffix);
  }
}
