/**
 * Key locks: exclusive, first come first served, held by a transaction to its end or to the
 * rollback of a savepoint. {@link klomp.lock.LockTable} is the way in; {@code docs/LOCKS.md} has
 * the rules and why no circle of waiters escapes.
 */
package klomp.lock;
