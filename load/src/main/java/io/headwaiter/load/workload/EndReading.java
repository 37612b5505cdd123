package io.headwaiter.load.workload;

/**
 * The readings of the end-of-session row of the RUBiS tables. The rows of ten states sum to about 1
 * before the end column is reached. The emulator's own scan and the printed "0.2" are therefore two
 * different workloads; a result must say which one ran.
 */
public enum EndReading {
  /**
   * As the emulator scans: cumulative sum over the interactions, then Back, then End. The first
   * outcome with a sum above the draw happens; if there is none, the state repeats. Mean length 455
   * requests (browsing) and 51.4 (bidding), capped at 1000.
   */
  ORIGINAL,
  /**
   * As the row is printed: in ten states the session ends with probability 0.2 first, else the rest
   * of the row is renormalised. Mean length 8.5 requests (browsing) and 10.9 (bidding).
   */
  LITERAL,
  /**
   * Ends after each reply with probability 1/L for a chosen mean length L, else the row without its
   * end column is renormalised.
   */
  FITTED
}
