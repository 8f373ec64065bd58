/**
 * The protocol of transactions: begin, read, write, savepoint, commit, abort, and what a snapshot
 * sees. Everything below knows bytes, pages and xids; only this package knows what they mean.
 */
package klomp.txn;
