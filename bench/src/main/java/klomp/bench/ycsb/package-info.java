/**
 * The Yahoo! Cloud Serving Benchmark: the official workloads, the binding that lets the official
 * client and ours run them against Klomp, and a driver with progress and percentiles.
 */
package klomp.bench.ycsb;
