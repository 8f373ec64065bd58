/**
 * The client of a Klomp server: {@link klomp.client.KlompClient} is a {@link klomp.api.Store}, so
 * that a program takes the embedded store or a remote one; {@link klomp.client.Session} is one
 * connection that takes any command of the wire protocol.
 *
 * <p>From the outside in: {@code KlompClient} asks its {@code Pool} for a connection and makes a
 * {@code RemoteTransaction} of it; {@code Conversation} holds what the transaction has come to;
 * {@code SessionHandler} pairs requests and replies on the event loop of the connection.
 */
package klomp.client;
