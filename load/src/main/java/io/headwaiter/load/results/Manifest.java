package io.headwaiter.load.results;

import java.util.Map;

/**
 * The data needed to repeat a run. Contains no host name and no path.
 *
 * @param startedAt UTC instant, ISO 8601
 * @param seed seed of the run
 * @param options all options
 * @param versions of the generator, its libraries and BoringSSL
 * @param machine cores, JDK, kernel
 * @param notes how things were counted: resumption, latency, window
 */
public record Manifest(
    String startedAt,
    long seed,
    Object options,
    Map<String, String> versions,
    Map<String, String> machine,
    Map<String, String> notes) {}
