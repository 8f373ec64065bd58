package klomp.bench.micro;

import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import klomp.bench.contention.Variant;
import klomp.bench.report.Origin;

/**
 * One round of one cell.
 *
 * @param origin where and with what it was measured
 * @param settings everything that was set, by name
 * @param benchmark which one
 * @param variant strategy and pool
 * @param threads how many
 * @param historyPages filled before
 * @param round from 1
 * @param perSecond operations a second of all threads together, of each iteration
 * @param profile what a profiler said, by its own names; empty without one
 */
public record MicroRow(
    Origin origin,
    Map<String, String> settings,
    MicroBenchmark benchmark,
    Variant variant,
    int threads,
    int historyPages,
    int round,
    List<Double> perSecond,
    SortedMap<String, Double> profile) {}
