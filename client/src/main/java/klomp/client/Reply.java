package klomp.client;

import java.util.List;
import klomp.api.KlompException;

/** What the server answers to a command: one record for each kind of RESP2 reply. */
public sealed interface Reply {

  /** A short text such as {@code OK}. */
  record Status(String text) implements Reply {}

  /**
   * An error.
   *
   * @param code its first word, such as {@code CONFLICT}
   * @param message what follows
   */
  record Failure(String code, String message) implements Reply {

    /** The typed exception that stands for this error. */
    public KlompException toException() {
      return Errors.of(code, message);
    }
  }

  /** A number. */
  record Int(long value) implements Reply {}

  /** A byte string, or null for none. */
  record Bulk(byte[] bytes) implements Reply {}

  /** A list, or null for none. */
  record Multi(List<Reply> elements) implements Reply {}
}
