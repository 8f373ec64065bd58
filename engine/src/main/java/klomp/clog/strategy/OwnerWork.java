package klomp.clog.strategy;

import klomp.sync.Settlement;

/** Something for an {@link OwnerThread} to do. */
abstract class OwnerWork extends Settlement {

  /** On the owner. */
  abstract void perform();

  /** Whether it may take long: then those before it are woken first. */
  boolean isSlow() {
    return true;
  }
}
