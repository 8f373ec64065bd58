/** Taking figures: crews of threads, latencies, medians with ranges, and progress. */
package klomp.bench.measure;
