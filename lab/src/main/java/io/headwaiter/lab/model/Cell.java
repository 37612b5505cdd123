package io.headwaiter.lab.model;

/**
 * One thing to measure.
 *
 * @param server name of the server
 * @param load name of the load
 * @param round from 0; all cells of a round are measured close together; {@link #PREPARATION} for
 *     what is looked for before the first round
 */
public record Cell(String server, String load, int round) {
  /** Number of the round that stands for all preparations. */
  public static final int PREPARATION = -1;

  /** Returns what has to be found before the first round. */
  public static Cell preparation(String server, String load) {
    return new Cell(server, load, PREPARATION);
  }

  /** Returns whether it is looked for before the first round. */
  public boolean comesBeforeRounds() {
    return round == PREPARATION;
  }

  @Override
  public String toString() {
    return server + ", " + load + (comesBeforeRounds() ? "" : ", round " + (round + 1));
  }
}
