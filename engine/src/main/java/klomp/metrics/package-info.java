/** Counters and gauges by dotted name. No I/O, no threads. */
package klomp.metrics;
