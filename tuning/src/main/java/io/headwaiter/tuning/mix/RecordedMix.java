package io.headwaiter.tuning.mix;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.load.results.RunLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A mix of requests from a log or a server: V_i and L. Written and read as JSON.
 *
 * @param source description of its origin, for people
 * @param sessions number of sessions that began, at least 0
 * @param longestSession requests of the longest session; if far above the others, it is of a robot
 *     or of a proxy with many clients. 0 if unknown
 * @param requests number of all requests
 * @param unreadLines lines of the log that did not fit its format
 * @param types types by name
 * @param order how often a request of one type came next in a session after one of another: from
 *     type to type, beginning from {@link #ENTRY}. Empty if unknown
 */
public record RecordedMix(
    String source,
    long sessions,
    long longestSession,
    long requests,
    long unreadLines,
    Map<String, TypeMix> types,
    Map<String, Map<String, Long>> order) {
  /** In the order, the state before the first request of a session. */
  public static final String ENTRY = "";

  private static final ObjectMapper JSON =
      new ObjectMapper().disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
  private static final long FILE_BYTES_MAX = 16 << 20;

  /**
   * One type.
   *
   * @param requests number of requests
   * @param visitsPerSession V_i; 0 if no session began
   * @param failed replies with a status of 400 and above
   * @param meanMillis mean duration in milliseconds; 0 if unknown
   * @param examples paths with queries of GET requests that were answered well, chosen at random
   * @param unsafe number of requests that may have changed data: by other methods than GET, HEAD,
   *     OPTIONS and TRACE
   * @param unsafeExamples examples of these, such as {@code POST /path?query}; no log has their
   *     bodies
   */
  public record TypeMix(
      long requests,
      double visitsPerSession,
      long failed,
      double meanMillis,
      List<String> examples,
      long unsafe,
      List<String> unsafeExamples) {
    /** Checks the ranges and copies the examples; older files may have none. */
    public TypeMix {
      if (requests < 0
          || failed < 0
          || unsafe < 0
          || !(visitsPerSession >= 0)
          || !(meanMillis >= 0)) {
        throw new IllegalArgumentException(
            "what was counted of a type must be at least 0, got " + requests + " requests");
      }
      examples = examples == null ? List.of() : List.copyOf(examples);
      unsafeExamples = unsafeExamples == null ? List.of() : List.copyOf(unsafeExamples);
    }
  }

  /** Checks the ranges and keeps sorted copies of types and order. */
  public RecordedMix {
    if (sessions < 0 || longestSession < 0 || requests < 0 || unreadLines < 0) {
      throw new IllegalArgumentException(
          "what was counted must be at least 0, got " + sessions + " sessions");
    }
    types = Collections.unmodifiableSortedMap(new TreeMap<>(types));
    order = copy(order);
  }

  private static Map<String, Map<String, Long>> copy(Map<String, Map<String, Long>> order) {
    SortedMap<String, Map<String, Long>> copy = new TreeMap<>();
    if (order != null) {
      order.forEach(
          (from, next) -> copy.put(from, Collections.unmodifiableSortedMap(new TreeMap<>(next))));
    }
    return Collections.unmodifiableSortedMap(copy);
  }

  /**
   * Returns the mix in a server's reply to {@code /status}.
   *
   * @throws IllegalArgumentException when the reply has no profile
   */
  public static RecordedMix ofStatus(String source, JsonNode status) {
    JsonNode profile = status.path("profile");
    if (!profile.path("types").isObject()) {
      throw new IllegalArgumentException(
          source + " tells no profile at /status; it takes a Headwaiter with its adminPort.");
    }
    Map<String, TypeMix> types = new TreeMap<>();
    for (Map.Entry<String, JsonNode> type : profile.path("types").properties()) {
      types.put(type.getKey(), ofStatus(type.getValue()));
    }
    long requests = profile.path("overall").path("count").asLong();
    return new RecordedMix(
        source, profile.path("sessions").asLong(), 0, requests, 0, types, /* order= */ Map.of());
  }

  private static TypeMix ofStatus(JsonNode type) {
    double millis =
        type.path("processingMillis").asDouble()
            + type.path("connectionWaitMillis").asDouble()
            + type.path("holdMillis").asDouble();
    double visits = type.path("visitsPerSession").asDouble();
    long count = type.path("count").asLong();
    double unsafePart = Math.max(0, Math.min(1, type.path("unsafePart").asDouble()));
    return new TypeMix(
        count,
        visits,
        0,
        millis,
        texts(type.path("examples")),
        Math.round(count * unsafePart),
        texts(type.path("unsafeExamples")));
  }

  private static List<String> texts(JsonNode array) {
    List<String> texts = new ArrayList<>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  /** Returns V_i by type, for models. */
  public SortedMap<String, Double> visitsPerSession() {
    SortedMap<String, Double> visits = new TreeMap<>();
    types.forEach((name, type) -> visits.put(name, type.visitsPerSession()));
    return visits;
  }

  /** Returns L, the mean number of requests of a session; 0 if none began. */
  public double sessionLength() {
    return sessions == 0 ? 0 : (double) requests / sessions;
  }

  /**
   * Writes the mix as JSON, completely or not at all. It contains addresses that clients requested.
   *
   * @throws IOException when the folder is missing or not writable
   */
  public void write(Path file) throws IOException {
    RunLog.write(this, file);
  }

  /**
   * Reads what {@link #write} wrote.
   *
   * @throws IOException when it cannot be read, with a sentence
   */
  public static RecordedMix read(Path file) throws IOException {
    if (!Files.isReadable(file)) {
      throw new IOException(
          "The mix " + file + " cannot be read. Is it there? headwaiter mix --json writes one.");
    }
    if (Files.size(file) > FILE_BYTES_MAX) {
      throw new IOException(file + " is no recorded mix: it is longer than any could be.");
    }
    try {
      return JSON.readValue(Files.readString(file), RecordedMix.class);
    } catch (JsonProcessingException e) {
      throw new IOException(file + " is no recorded mix: " + e.getOriginalMessage() + ".", e);
    }
  }
}
