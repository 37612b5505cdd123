package io.headwaiter.lab.model;

/**
 * One thing to measure.
 *
 * @param server name of the server
 * @param load name of the load
 * @param round from 0; all cells of a round are measured close together
 */
public record Cell(String server, String load, int round) {
  @Override
  public String toString() {
    return server + ", " + load + ", round " + (round + 1);
  }
}
