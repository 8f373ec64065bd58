/**
 * Connections as actors: the event loop puts what arrives into a mailbox, a worker answers it in
 * order, and the event loop sends the answers. Both directions are bounded.
 */
package klomp.server.connection;
