package io.headwaiter.lab.outcome;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.headwaiter.lab.host.SpeedWatch;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.server.ServerJvm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was run, and where: all that a report says beside the observations. It is in {@code
 * run.json}, so that the report can be drawn again.
 *
 * @param experiment name
 * @param only the parts that were run; empty for all
 * @param settings what the user chose
 * @param origin commit, machine and command
 * @param processors which of them were whose
 * @param notes about the machine
 * @param reservation why no claim can hold whatever its figure is; empty for nothing
 */
public record RunFacts(
    String experiment,
    List<String> only,
    Settings settings,
    Provenance origin,
    String processors,
    List<String> notes,
    String reservation) {
  /** Name of the file. */
  public static final String FILE = "run.json";

  // A quiet machine had 1.5 under the load of the demo, which changes all the time.
  private static final double SPREAD_OF_SPEED_MAX = 2;

  /** Copies the lists. */
  public RunFacts {
    only = List.copyOf(only);
    notes = List.copyOf(notes);
  }

  /** Returns the same with what is known of the machine at the end. */
  public RunFacts after(SpeedWatch speed) {
    return new RunFacts(
        experiment,
        only,
        settings,
        origin,
        processors,
        speed.note().stream().toList(),
        speed.unsteady(SPREAD_OF_SPEED_MAX).orElse(""));
  }

  /** Returns them for the file. */
  public Map<String, Object> raw() {
    Map<String, Object> run = new LinkedHashMap<>();
    run.put("experiment", experiment);
    run.put("only", only);
    run.put("quick", settings.quick());
    run.put("windowMillis", settings.window().toMillis());
    run.put("shop", settings.shop());
    run.put("rounds", settings.rounds());
    run.put("command", origin.command());
    run.put("commit", origin.commit());
    run.put("changed", origin.dirty());
    run.put("date", origin.date());
    run.put("machine", origin.machine());
    run.put("speed", origin.speed());
    run.put("processors", processors);
    run.put("serverJvmFlags", String.join(" ", ServerJvm.FLAGS));
    run.put("seed", origin.seed());
    run.put("customers", raw(settings.customers()));
    settings.given().ifPresent(server -> run.put(GivenJson.NAME, GivenJson.raw(server)));
    run.put("machineNotes", notes);
    run.put("machineReservation", reservation);
    return run;
  }

  private static Map<String, Object> raw(Customers who) {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("thinkScale", who.thinkScale());
    map.put("patienceMillis", who.patience().toMillis());
    map.put("resumeShare", who.resumeShare());
    map.put("users", who.users());
    map.put("items", who.items());
    map.put("pageWorkKib", who.pageWorkKib());
    return map;
  }

  /** Returns them for people. */
  public Map<String, String> words() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("command", origin.command());
    facts.put("commit", commit());
    facts.put("machine", origin.machine());
    facts.put("processors", processors);
    facts.put("server JVM flags", String.join(" ", ServerJvm.FLAGS));
    facts.put("seed", Long.toString(origin.seed()));
    return facts;
  }

  /** Returns the commit, and whether sources differed from it. */
  public String commit() {
    return origin.commit() + (origin.dirty() ? ", changed" : "");
  }

  /**
   * Reads them.
   *
   * @throws IOException if the folder has none, or none that can be read
   */
  public static RunFacts read(Path folder) throws IOException {
    Path file = folder.resolve(FILE);
    if (!Files.isReadable(file)) {
      throw new IOException(
          folder + " has no " + FILE + ". Name the folder of an experiment, as --out did.");
    }
    JsonNode json = new ObjectMapper().readTree(file.toFile());
    JsonNode who = json.path("customers");
    if (!who.isObject()) {
      throw new IOException(
          file + " is of an older version, which did not say who came. Run the experiment again.");
    }
    long seed = json.path("seed").asLong();
    return new RunFacts(
        json.path("experiment").asText(),
        words(json.path("only")),
        new Settings(
            json.path("quick").asBoolean(),
            customers(who, seed),
            Duration.ofMillis(json.path("windowMillis").asLong()),
            words(json.path("shop")),
            json.path("rounds").asInt(),
            GivenJson.read(json.path(GivenJson.NAME))),
        new Provenance(
            json.path("commit").asText(),
            json.path("changed").asBoolean(),
            json.path("date").asText(),
            json.path("machine").asText(),
            json.path("speed").asDouble(Double.NaN),
            json.path("command").asText(),
            seed),
        json.path("processors").asText(),
        words(json.path("machineNotes")),
        json.path("machineReservation").asText());
  }

  private static Customers customers(JsonNode who, long seed) {
    return new Customers(
        who.path("thinkScale").asDouble(),
        Duration.ofMillis(who.path("patienceMillis").asLong()),
        who.path("resumeShare").asDouble(),
        seed,
        who.path("users").asInt(),
        who.path("items").asInt(),
        who.path("pageWorkKib").asInt());
  }

  private static List<String> words(JsonNode array) {
    List<String> words = new ArrayList<>();
    array.forEach(word -> words.add(word.asText()));
    return words;
  }
}
