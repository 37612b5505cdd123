package io.headwaiter.lab.abuse;

import java.util.Arrays;

/**
 * What an attack did.
 *
 * @param connections connections begun
 * @param entered of these, handshakes that were finished, or hellos that were answered
 * @param resumed of these, handshakes that resumed; hellos without an engine do not know
 * @param answers replies read, or streams that ended
 * @param ended connections that the server ended or refused
 */
public record Tally(long connections, long entered, long resumed, long answers, long ended) {
  /** No attack. */
  public static final Tally NONE = new Tally(0, 0, 0, 0, 0);

  private static final int NUMBERS = 5;

  /** Returns the numbers in their order, with blanks between. */
  public String line() {
    return "%d %d %d %d %d".formatted(connections, entered, resumed, answers, ended);
  }

  /**
   * Reads such a line.
   *
   * @throws IllegalArgumentException if it is none
   */
  public static Tally of(String line) {
    if (!line.matches("\\d{1,18}( \\d{1,18}){" + (NUMBERS - 1) + "}")) {
      throw new IllegalArgumentException(
          "A tally is five numbers with blanks between, got \"" + line + "\".");
    }
    long[] n = Arrays.stream(line.split(" ", -1)).mapToLong(Long::parseLong).toArray();
    return new Tally(n[0], n[1], n[2], n[3], n[4]);
  }
}
