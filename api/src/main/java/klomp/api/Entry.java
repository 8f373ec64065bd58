package klomp.api;

/** A key and its value, as a scan found them; {@code value} is null for {@link Scan#keysOnly()}. */
public record Entry(byte[] key, byte[] value) {}
