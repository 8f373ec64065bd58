package klomp.client;

import java.util.List;
import klomp.api.Cursor;
import klomp.api.Entry;
import klomp.api.TransactionOverException;

/**
 * A cursor that fetches ahead by pages. What the transaction writes while it is open shows, as in
 * the embedded store: a write makes the cursor drop what it has fetched ahead.
 */
final class RemoteCursor implements Cursor {

  private final Conversation conversation;
  private final Pages pages;
  private List<Entry> page = List.of();
  private int position = -1;
  private int writesSeen;
  private boolean isClosed;

  RemoteCursor(Conversation conversation, Pages pages) {
    this.conversation = conversation;
    this.pages = pages;
    this.writesSeen = conversation.writes();
  }

  @Override
  public boolean next() {
    if (isClosed) {
      throw new TransactionOverException("the cursor is closed");
    }
    if (writesSeen != conversation.writes()) {
      writesSeen = conversation.writes();
      dropAhead();
    }
    if (position + 1 < page.size()) {
      position++;
      return true;
    }
    if (pages.isAtEnd()) {
      page = List.of();
      position = -1;
      return false;
    }
    page = Loops.await(pages.next());
    position = page.isEmpty() ? -1 : 0;
    return position == 0;
  }

  private void dropAhead() {
    if (position >= 0) {
      pages.rewindTo(page.get(position).key(), page.size() - position - 1);
      page = page.subList(position, position + 1);
      position = 0;
    }
  }

  @Override
  public byte[] key() {
    return current().key().clone();
  }

  @Override
  public byte[] value() {
    byte[] value = current().value();
    return value == null ? null : value.clone();
  }

  private Entry current() {
    if (position < 0) {
      throw new IllegalStateException("the cursor is not at an entry");
    }
    return page.get(position);
  }

  @Override
  public void close() {
    isClosed = true;
  }
}
