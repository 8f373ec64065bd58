package klomp;

import java.util.ArrayDeque;
import java.util.Deque;
import klomp.api.KlompException;
import klomp.api.StorageException;

/** What has been opened, to be closed in the opposite order, each part even if another fails. */
final class Closing {

  private final Deque<AutoCloseable> opened = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T part) {
    opened.push(part);
    return part;
  }

  /** Closes everything; then throws the first failure, the others suppressed in it. */
  void close() {
    Exception first = closeAll();
    if (first instanceof KlompException e) {
      throw e;
    }
    if (first != null) {
      throw new StorageException("the store could not be closed cleanly: " + first, first);
    }
  }

  /** Closes everything because of {@code cause}, which keeps the failures as suppressed ones. */
  void closeAfter(Throwable cause) {
    Exception first = closeAll();
    if (first != null) {
      cause.addSuppressed(first);
    }
  }

  /**
   * An interrupted thread may close: the flag is put aside, as it would end the writing of files.
   */
  private Exception closeAll() {
    boolean interrupted = Thread.interrupted();
    Exception first = null;
    while (!opened.isEmpty()) {
      try {
        opened.pop().close();
      } catch (Exception e) {
        if (first == null) {
          first = e;
        } else {
          first.addSuppressed(e);
        }
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return first;
  }
}
