package io.headwaiter.load.results;

/**
 * Whether the generator itself limited the run.
 *
 * @param schedulingLagMillis actual minus intended start of sessions and requests
 * @param cpuShare CPU time of the busiest event loop in the window, as a share of one core
 * @param processCpuCores CPU time of the whole process in the window, in cores
 * @param generatorSaturated the result of {@code rule}
 * @param rule the rule in words
 */
public record GeneratorHealth(
    Percentiles schedulingLagMillis,
    double cpuShare,
    double processCpuCores,
    boolean generatorSaturated,
    String rule) {}
