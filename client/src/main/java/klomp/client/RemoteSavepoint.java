package klomp.client;

import klomp.api.Savepoint;

/**
 * A savepoint under the name that its user gave, and under one that is unique in its transaction
 * for the wire, where a later savepoint would hide an older one of the same name.
 */
record RemoteSavepoint(RemoteAsync owner, String name, byte[] wireName) implements Savepoint {

  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }

  @Override
  public String toString() {
    return "savepoint " + name;
  }
}
