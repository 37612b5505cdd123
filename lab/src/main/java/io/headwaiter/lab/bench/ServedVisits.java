package io.headwaiter.lab.bench;

import io.headwaiter.lab.study.Visits;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;

/** Says how well a server did, for searches. Pure. */
final class ServedVisits {
  // Visits that have begun before a window are as many as go on behind it only in a long one.
  private static final double SERVED_MIN = 0.65;

  private ServedVisits() {}

  /**
   * Returns visits' worth of pages per second, less the visits that were lost. Pages, because most
   * visits have several, so a short window is enough; less the lost, because a server may go on
   * replying to visits that it then loses.
   */
  static double perSecond(LoadResult result, LoadOptions visits) {
    long lost = result.sessions().broken() + result.sessions().timedOutBeforeEntry();
    double worth = result.replies().pages() / Visits.pages(visits);
    return (worth - lost) / result.windowSeconds();
  }

  /**
   * Returns the same; half of it if the server is on its way over the edge, however short the
   * window is in which it still replies.
   */
  static double halvedAtTheEdge(LoadResult result, LoadOptions visits) {
    double served = perSecond(result, visits);
    return follows(result, visits) ? served : served / 2;
  }

  /**
   * Returns whether the server follows: its p99 is at most half of the patience, and it serves at
   * least two thirds of what is offered.
   */
  static boolean follows(LoadResult result, LoadOptions visits) {
    return !(result.responseMillis().p99() > visits.visit().patienceMillis() / 2.0)
        && perSecond(result, visits) >= SERVED_MIN * result.offeredPerSecond();
  }
}
