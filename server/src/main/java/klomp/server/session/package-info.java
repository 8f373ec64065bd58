/**
 * The state of a connection without the connection: the open transaction, the queued batch, what is
 * watched; and how work runs in a transaction without holding a thread while it waits.
 */
package klomp.server.session;
