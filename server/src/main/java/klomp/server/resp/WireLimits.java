package klomp.server.resp;

import klomp.api.Limits;

/** What one request and one reply may take. A request beyond them closes the connection. */
public final class WireLimits {

  /** The most arguments of a request, the command's name included. */
  public static final int MAX_ARGUMENTS = 1 << 20;

  /** The largest argument in bytes: the largest value. */
  public static final int MAX_ARGUMENT_BYTES = Limits.MAX_VALUE_BYTES;

  /**
   * The most bytes that the arguments of a request, or of all requests of a MULTI, have: 128 MiB.
   */
  public static final int MAX_REQUEST_BYTES = 128 << 20;

  /** The longest line of a request that is typed rather than framed. */
  public static final int MAX_INLINE_BYTES = 64 << 10;

  /** The most bytes of a reply that holds many values: 128 MiB. */
  public static final long MAX_REPLY_BYTES = 128L << 20;

  /** What an argument costs beside its bytes. */
  static final int ARGUMENT_OVERHEAD_BYTES = 16;

  private WireLimits() {}
}
