package io.headwaiter.load.workload;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/** Reads the chains of the TPC-W mixes. Their states are the numbers of the interactions. */
@SuppressWarnings("EnumOrdinal") // the ordinal is the number in the chain
final class BookstoreChain {
  private static final String HEADER = "from,to,draws";
  private static final int DRAWS = 9999;

  private BookstoreChain() {}

  /** Returns the chain of one of the three mixes of the bookstore, which is never left. */
  static MarkovChain of(Mix mix) {
    String resource = mix.label().replace("bookstore-", "tpcw-") + ".csv";
    try (InputStream in = BookstoreChain.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException("The mix " + mix.label() + " has no table of draws.");
      }
      return read(new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8)), resource);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the table " + resource + ".", e);
    }
  }

  /**
   * Reads lines {@code from,to,draws}; {@code #} starts a comment line.
   *
   * @throws IllegalArgumentException if a line or row is wrong; the message names it and the source
   */
  static MarkovChain read(BufferedReader in, String source) throws IOException {
    Map<String, Integer> numbers = new HashMap<>();
    for (BookstoreInteraction interaction : BookstoreInteraction.values()) {
      numbers.put(interaction.label(), interaction.number());
    }
    int[][] draws = new int[numbers.size()][numbers.size()];
    int number = 0;
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      number++;
      if (!line.isBlank() && !line.startsWith("#") && !line.equals(HEADER)) {
        set(draws, line, numbers, source + ", line " + number);
      }
    }
    return chain(draws, source);
  }

  private static void set(int[][] draws, String line, Map<String, Integer> numbers, String where) {
    String[] cells = line.split(",", -1);
    if (cells.length != 3
        || !numbers.containsKey(cells[0])
        || !numbers.containsKey(cells[1])
        || !cells[2].matches("[0-9]{1,4}")) {
      throw new IllegalArgumentException(
          where + " is \"" + line + "\"; write " + HEADER + " with names of interactions.");
    }
    draws[numbers.get(cells[0])][numbers.get(cells[1])] = Integer.parseInt(cells[2]);
  }

  private static MarkovChain chain(int[][] draws, String source) {
    double[][] probability = new double[draws.length][draws.length];
    for (int from = 0; from < draws.length; from++) {
      int sum = 0;
      for (int to = 0; to < draws.length; to++) {
        probability[from][to] = (double) draws[from][to] / DRAWS;
        sum += draws[from][to];
      }
      if (sum != DRAWS) {
        throw new IllegalArgumentException(
            source
                + ": the draws from "
                + BookstoreInteraction.values()[from].label()
                + " sum to "
                + sum
                + "; they must sum to "
                + DRAWS
                + ".");
      }
    }
    return new MarkovChain(probability);
  }
}
