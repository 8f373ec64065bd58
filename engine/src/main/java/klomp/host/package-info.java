/**
 * The outside world behind one interface: files, directories, clocks, threads, randomness. Nothing
 * else in the engine touches {@code java.nio.channels}, {@code java.io}, a clock or {@code new
 * Thread}, so that a hostile host can stand in and be everything a machine can be.
 */
package klomp.host;
