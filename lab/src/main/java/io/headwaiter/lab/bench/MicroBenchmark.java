package io.headwaiter.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * What JMH says of some methods.
 *
 * @param nanosPerCall by the method's name; empty when it was not run
 * @param note why not, for the reader; blank when it was
 */
public record MicroBenchmark(Map<String, Double> nanosPerCall, String note) {
  /** The system property by which the launcher says where it has built the benchmarks. */
  static final String JAR_PROPERTY = "headwaiter.benchmarks";

  private static final Path JAR_IN_THE_PROJECT = Path.of("bench", "target", "benchmarks.jar");

  /** The governor's methods. */
  public static final String GOVERNOR = "(ControlBenchmark|MeterBenchmark)";

  private static final double NANOS_PER_MICRO = 1000;

  /** Copies the map. */
  public MicroBenchmark {
    nanosPerCall = Map.copyOf(nanosPerCall);
  }

  /** Where the benchmarks are, or would be after {@code mvn package} in the project's folder. */
  public static Path jar() {
    String said = System.getProperty(JAR_PROPERTY);
    return said == null ? JAR_IN_THE_PROJECT : Path.of(said);
  }

  public static MicroBenchmark notRun(String why) {
    return new MicroBenchmark(Map.of(), why);
  }

  /**
   * Runs it on this process's processors.
   *
   * @param benchmark JMH's expression for which
   * @param seconds it may take
   * @throws IOException when it fails, with where its output is
   */
  public static MicroBenchmark run(Path jar, Path folder, String benchmark, int seconds)
      throws IOException, InterruptedException {
    if (!Files.isReadable(jar)) {
      return notRun(
          "The microbenchmark was not run: there is no "
              + jar
              + "; build it with mvn package, and run this in the project's folder.");
    }
    Path json = folder.resolve("jmh.json").toAbsolutePath();
    Path log = folder.resolve("jmh.log");
    Process process =
        new ProcessBuilder(command(jar, json, benchmark))
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    try {
      if (!process.waitFor(seconds, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException(
            "the microbenchmark failed or took over " + seconds + " s; it said what is in " + log);
      }
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return new MicroBenchmark(nanos(new ObjectMapper().readTree(json.toFile())), "");
  }

  private static List<String> command(Path jar, Path json, String benchmark) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", jar.toString(), benchmark, "-wi", "2", "-i", "3"));
    command.addAll(List.of("-rf", "json", "-rff"));
    command.add(json.toString());
    return command;
  }

  /** Reads JMH's own format; scores are nanoseconds or microseconds for each call. */
  public static Map<String, Double> nanos(JsonNode results) throws IOException {
    Map<String, Double> nanos = new LinkedHashMap<>();
    for (JsonNode result : results) {
      String name = result.path("benchmark").asText();
      JsonNode metric = result.path("primaryMetric");
      double score = metric.path("score").asDouble(Double.NaN);
      double factor =
          switch (metric.path("scoreUnit").asText()) {
            case "ns/op" -> 1;
            case "us/op" -> NANOS_PER_MICRO;
            default -> throw new IOException("JMH gave no time for a call: " + metric);
          };
      nanos.put(name.substring(name.lastIndexOf('.') + 1), score * factor);
    }
    return nanos;
  }
}
