package klomp.api;

/**
 * The root of all errors of a store. Each concrete class has one {@link #code() code}, the word
 * that begins the error on the wire, and one {@link #remedy() remedy}.
 */
public abstract sealed class KlompException extends RuntimeException
    permits RetryableException, RequestException, StoreException {

  private final String code;
  private final Remedy remedy;

  KlompException(String code, Remedy remedy, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
    this.remedy = remedy;
  }

  /** The word that begins this error on the wire, such as {@code CONFLICT}. */
  public final String code() {
    return code;
  }

  public final Remedy remedy() {
    return remedy;
  }
}
