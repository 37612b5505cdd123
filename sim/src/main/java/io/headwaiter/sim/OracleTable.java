package io.headwaiter.sim;

import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.TunableFactory;
import io.headwaiter.sim.law.Tuned;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.LongStream;

/**
 * The best thresholds found for the oracle in each scenario, and the search for them. They are kept
 * with the program, because a search takes some forty times as long as the run: {@code headwaiter
 * sim --search-oracle FILE} makes the file again. Each row has the worth of the oracle with the
 * first seed, so that a test fails if the file is older than the simulator.
 */
public final class OracleTable {
  /** The most runs for one scenario and seed. */
  public static final int TRIALS_MAX = 60;

  /** Processors of the servers in the search. */
  public static final double PROCESSORS = 4;

  /** The search uses the seeds from 1 to this. */
  public static final int SEEDS = 2;

  private static final String RESOURCE = "oracle.txt";
  private static final String HEADER =
      "# scenario, the oracle's thresholds, worth with seed 1; made by: headwaiter sim --search-oracle FILE\n";

  private OracleTable() {}

  /**
   * A row.
   *
   * @param thresholds by the names of the oracle's knobs; infinity is no bound
   * @param worth see {@link Tuned#worth}, with seed 1
   */
  public record Row(Map<String, Double> thresholds, double worth) {
    /** Keeps a copy. */
    public Row {
      thresholds = Map.copyOf(thresholds);
    }
  }

  /** Returns the rows that are kept, by the names of scenarios. */
  static Map<String, Row> kept() {
    try (InputStream in = OracleTable.class.getResourceAsStream(RESOURCE)) {
      return in == null
          ? Map.of()
          : parse(new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the oracle with the thresholds kept for a scenario; unchanged if there are none. */
  static LawFactory at(Scenario scenario, LawFactory oracle) {
    Row row = kept().get(scenario.name());
    return row != null && oracle instanceof TunableFactory tunable
        ? tunable.at(row.thresholds())
        : oracle;
  }

  /** Searches the thresholds with the best mean worth over the seeds. */
  public static Row search(Scenario scenario, TunableFactory oracle) {
    Shop shop = scenario.shop().apply(PROCESSORS);
    Tuned tuned = Tuned.of(oracle, law -> meanWorth(scenario, shop, law), TRIALS_MAX);
    return new Row(tuned.values(), Board.outcome(scenario, shop, tuned.law(), 1).worth());
  }

  private static double meanWorth(Scenario scenario, Shop shop, LawFactory law) {
    return LongStream.rangeClosed(1, SEEDS)
            .parallel()
            .mapToDouble(seed -> Board.outcome(scenario, shop, law, seed).worth())
            .sum()
        / SEEDS;
  }

  /** Writes a row to a file, in place of the row of the same scenario if there is one. */
  public static void put(Path file, String scenario, Row row) throws IOException {
    Map<String, Row> rows = new LinkedHashMap<>();
    if (Files.exists(file)) {
      rows.putAll(parse(Files.readAllLines(file, StandardCharsets.UTF_8)));
    }
    rows.put(scenario, row);
    StringBuilder text = new StringBuilder(HEADER);
    rows.forEach((name, one) -> text.append(line(name, one)));
    Files.writeString(file, text, StandardCharsets.UTF_8);
  }

  private static String line(String scenario, Row row) {
    StringBuilder line = new StringBuilder(scenario);
    row.thresholds().entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(e -> line.append(' ').append(e.getKey()).append('=').append(e.getValue()));
    return line.append(String.format(Locale.ROOT, " worth=%.3f%n", row.worth())).toString();
  }

  static Map<String, Row> parse(List<String> lines) {
    Map<String, Row> rows = new LinkedHashMap<>();
    for (String line : lines) {
      if (!line.startsWith("#") && !line.isBlank()) {
        String[] words = line.split(" ", -1);
        Map<String, Double> values = new LinkedHashMap<>();
        for (int i = 1; i < words.length; i++) {
          String[] pair = words[i].split("=", 2);
          if (pair.length < 2) {
            throw new IllegalArgumentException(
                "A row is a scenario's name and then name=number, got: " + line);
          }
          values.put(pair[0], Double.valueOf(pair[1]));
        }
        Double worth = values.remove("worth");
        rows.put(words[0], new Row(values, worth == null ? Double.NaN : worth));
      }
    }
    return rows;
  }
}
