package klomp.bench.compare;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import klomp.bench.measure.CpuShares;
import klomp.bench.measure.Latencies;

/**
 * What came out of a measured time.
 *
 * @param seconds how long it was
 * @param operations transactions that were acknowledged
 * @param retries attempts that met another transaction and were run again
 * @param perSecond operations a second
 * @param latency of operations: every one, or every eighth, as the settings say
 * @param cpu where the processors spent the time; null if the system does not say
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record Counts(
    double seconds,
    long operations,
    long retries,
    double perSecond,
    Latencies.Summary latency,
    CpuShares cpu) {}
