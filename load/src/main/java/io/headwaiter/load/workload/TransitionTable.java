package io.headwaiter.load.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * The raw figures of one mix: from each interaction to each other one, back to the page before, and
 * to the end of the session. Rows need not sum to 1; {@link EndReading} defines their meaning.
 * Immutable.
 */
@SuppressWarnings("EnumOrdinal") // the ordinal is the number in the tables
final class TransitionTable {
  /** Outcome number of going back to the page before. */
  static final int BACK = AuctionInteraction.values().length;

  /** Outcome number of leaving the site. */
  static final int END = BACK + 1;

  private static final int OUTCOMES = END + 1;
  private static final String HEADER = "from,to,probability";

  private final double[][] probability = new double[BACK][OUTCOMES];

  private TransitionTable() {}

  /** Loads the table of a mix from the resources of this package. */
  static TransitionTable of(Mix mix) {
    String resource = "rubis-" + mix.label() + ".csv";
    try (InputStream in = TransitionTable.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalStateException("The table " + resource + " is missing from the jar.");
      }
      return read(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)), resource);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the table " + resource + ".", e);
    }
  }

  /**
   * Reads lines {@code from,to,probability}; {@code #} starts a comment line.
   *
   * @throws IllegalArgumentException if a line is wrong; the message names it and the source
   */
  static TransitionTable read(BufferedReader in, String source) throws IOException {
    Map<String, Integer> outcomes = outcomesByLabel();
    TransitionTable table = new TransitionTable();
    int number = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      number++;
      if (!line.isBlank() && !line.startsWith("#") && !line.equals(HEADER)) {
        table.set(line, outcomes, source + ", line " + number);
      }
    }
    return table;
  }

  private void set(String line, Map<String, Integer> outcomes, String where) {
    String[] cells = line.split(",", -1);
    if (cells.length != 3) {
      throw new IllegalArgumentException(
          where + " has " + cells.length + " cells; write " + HEADER + ".");
    }
    Integer from = outcomes.get(cells[0]);
    Integer to = outcomes.get(cells[1]);
    if (from == null || from >= BACK || to == null) {
      throw new IllegalArgumentException(
          where
              + " goes from \""
              + cells[0]
              + "\" to \""
              + cells[1]
              + "\"; use the names of interactions, and Back or End as targets.");
    }
    probability[from][to] = parse(cells[2], where);
  }

  private static double parse(String cell, String where) {
    double value;
    try {
      value = Double.parseDouble(cell);
    } catch (NumberFormatException e) {
      value = Double.NaN;
    }
    if (!(value >= 0 && value <= 1)) {
      throw new IllegalArgumentException(
          where + " has the probability " + cell + "; it must be a number from 0 to 1.");
    }
    return value;
  }

  private static Map<String, Integer> outcomesByLabel() {
    Map<String, Integer> outcomes = new HashMap<>();
    for (AuctionInteraction interaction : AuctionInteraction.values()) {
      outcomes.put(interaction.label(), interaction.ordinal());
    }
    outcomes.put("Back", BACK);
    outcomes.put("End", END);
    return outcomes;
  }

  /** Returns the raw figure from an interaction's number to an outcome's number. */
  double probability(int from, int outcome) {
    return probability[from][outcome];
  }
}
