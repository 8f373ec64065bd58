/**
 * The protocol on the wire, RESP2: from bytes to {@link klomp.server.resp.Request}, and the
 * replies. Netty's Redis codec reads and writes the frames; what is here puts requests together
 * within limits.
 */
package klomp.server.resp;
