/**
 * The server: RESP2 over TCP in front of a {@link klomp.api.Store}. Packages from low to high:
 * {@code resp}, {@code session}, {@code command}, {@code connection}, and this one, which wires
 * them.
 */
package klomp.server;
