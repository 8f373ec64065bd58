package klomp.server.resp;

/** What a connection receives: a request, or the news that what came is none. */
public sealed interface Inbound permits Request, Inbound.Malformed {

  /** The memory that it takes until it is answered, in bytes. */
  int bytes();

  /**
   * The bytes do not follow the protocol, or go beyond its limits. Where the next request would
   * begin is not known, so this is the last thing that a connection delivers.
   *
   * @param code the word that begins the error
   * @param message what is wrong
   */
  record Malformed(String code, String message) implements Inbound {

    @Override
    public int bytes() {
      return 0;
    }
  }
}
