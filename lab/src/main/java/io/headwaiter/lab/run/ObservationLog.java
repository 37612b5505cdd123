package io.headwaiter.lab.run;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.Provenance;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The observations of an experiment in {@code observations.jsonl}, one line each, written as soon
 * as they are made. A last line without its end, left by a run that was killed, is dropped. Belongs
 * to one thread.
 */
public final class ObservationLog {
  /** Name of the file. */
  public static final String FILE = "observations.jsonl";

  private static final ObjectMapper MAPPER = new ObjectMapper();
  private static final int HASH_BYTES = 8;

  private final Path file;
  private final String experiment;
  private final String setting;
  private final List<Observation> observations = new ArrayList<>();

  private ObservationLog(Path file, Experiment experiment) {
    this.file = file;
    this.experiment = experiment.name();
    this.setting = hash(experiment.setting());
  }

  /**
   * Opens the log of an experiment in a folder; the file is made by the first observation.
   *
   * @throws IOException if it cannot be read, or holds observations of this experiment with another
   *     setting
   */
  public static ObservationLog open(Path folder, Experiment experiment) throws IOException {
    ObservationLog log = new ObservationLog(folder.resolve(FILE), experiment);
    log.read();
    return log;
  }

  /**
   * Returns the names of the servers that an experiment has observations of, in a folder.
   *
   * @throws IOException if there are none
   */
  public static Set<String> servers(Path folder, String experiment) throws IOException {
    Path file = folder.resolve(FILE);
    Set<String> servers = new TreeSet<>();
    if (Files.exists(file)) {
      String text = Files.readString(file);
      for (String line : text.substring(0, text.lastIndexOf('\n') + 1).lines().toList()) {
        JsonNode json = MAPPER.readTree(line);
        if (json.path("experiment").asText().equals(experiment)) {
          servers.add(json.path("cell").path("server").asText());
        }
      }
    }
    if (servers.isEmpty()) {
      throw new IOException(file + " has no observations of \"" + experiment + "\".");
    }
    return servers;
  }

  private void read() throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    String text = Files.readString(file);
    int end = text.lastIndexOf('\n') + 1;
    if (end < text.length()) {
      Files.writeString(file, text.substring(0, end));
    }
    for (String line : text.substring(0, end).lines().toList()) {
      JsonNode json = parse(line);
      if (!json.path("experiment").asText().equals(experiment)) {
        continue;
      }
      if (!json.path("setting").asText().equals(setting)) {
        throw new IOException(
            file
                + " holds observations of \""
                + experiment
                + "\" with other servers, loads, times or another seed. Take another folder, or"
                + " delete the file.");
      }
      observations.add(observation(json));
    }
  }

  private JsonNode parse(String line) throws IOException {
    try {
      return MAPPER.readTree(line);
    } catch (JsonProcessingException e) {
      throw new IOException(file + " has a line that is no JSON: " + line, e);
    }
  }

  /** Returns what was observed, oldest first. */
  public List<Observation> observations() {
    return List.copyOf(observations);
  }

  /**
   * Returns what was found before the first round.
   *
   * @throws IllegalStateException if it was not looked for
   */
  public Observation found(Cell preparation) {
    return observations.stream()
        .filter(one -> one.cell().equals(preparation))
        .reduce((earlier, later) -> later)
        .orElseThrow(() -> new IllegalStateException(preparation + " was not searched"));
  }

  /** Returns 1x, the visits per second that this server serves at most. */
  public double oneX(String server) {
    return found(Preparation.oneX(server)).value(Preparation.ONE_X);
  }

  /** Returns how often a cell was measured. */
  public int attempts(Cell cell) {
    return (int) observations.stream().filter(one -> one.cell().equals(cell)).count();
  }

  /** Adds an observation, and writes it. */
  public void add(Observation observation) throws IOException {
    Files.write(
        file,
        (MAPPER.writeValueAsString(json(observation)) + "\n").getBytes(UTF_8),
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND,
        StandardOpenOption.DSYNC);
    observations.add(observation);
  }

  private ObjectNode json(Observation observation) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("experiment", experiment);
    json.put("setting", setting);
    json.set("cell", MAPPER.valueToTree(observation.cell()));
    json.put("attempt", observation.attempt());
    ObjectNode values = json.putObject("values");
    observation.values().forEach(values::put);
    json.set("doubts", MAPPER.valueToTree(observation.doubts()));
    json.set("provenance", MAPPER.valueToTree(observation.provenance()));
    return json;
  }

  private static Observation observation(JsonNode json) throws JsonProcessingException {
    SortedMap<String, Double> values = new TreeMap<>();
    for (Map.Entry<String, JsonNode> value : json.path("values").properties()) {
      values.put(value.getKey(), value.getValue().asDouble());
    }
    List<String> doubts = new ArrayList<>();
    json.path("doubts").forEach(doubt -> doubts.add(doubt.asText()));
    return new Observation(
        MAPPER.treeToValue(json.path("cell"), Cell.class),
        json.path("attempt").asInt(),
        values,
        doubts,
        MAPPER.treeToValue(json.path("provenance"), Provenance.class));
  }

  private static String hash(String text) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
      return HexFormat.of().formatHex(digest, 0, HASH_BYTES);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256, but this one says", e);
    }
  }
}
