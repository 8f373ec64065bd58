package klomp.wal;

/**
 * One life of the log: what was appended between one opening and the next.
 *
 * @param number higher than that of any life before
 * @param start its first byte
 * @param previousEnd where the life before it ended, as found when this one began
 */
record Life(int number, long start, long previousEnd) {}
