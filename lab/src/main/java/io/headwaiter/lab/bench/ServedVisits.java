package io.headwaiter.lab.bench;

import io.headwaiter.lab.model.Timing;
import io.headwaiter.lab.run.OneXSearch;
import io.headwaiter.lab.study.Visits;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;

/** Says how well a server did, for searches. Pure. */
final class ServedVisits {
  private static final double SERVED_MIN = 0.65;
  private static final double MILLIS_PER_SECOND = 1000;

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

  /** Returns what a server served in one of the short runs of a search for 1x. */
  static OneXSearch.Served of(LoadResult result, LoadOptions visits, Timing.Trials trials) {
    return new OneXSearch.Served(perSecond(result, visits), follows(result, visits, trials));
  }

  /**
   * Returns whether the server follows: its p99 is at most half of the patience, and it serves at
   * least 0.65 of what a server without limits would serve.
   */
  static boolean follows(LoadResult result, LoadOptions visits, Timing.Trials trials) {
    double patienceMillis = visits.visit().patienceMillis();
    boolean late = patienceMillis > 0 && result.responseMillis().p99() > patienceMillis / 2;
    double asked = result.offeredPerSecond() * underWay(visits, trials);
    return !late && perSecond(result, visits) >= SERVED_MIN * asked;
  }

  /**
   * Returns which part of its pages a load asks for in the window of a short run, which begins
   * without visits under way. Visits last t in the mean, exponentially; l is the lead and w the
   * window:
   *
   * <pre>
   *   1 - t / w (exp(-l / t) - exp(-(l + w) / t))
   * </pre>
   *
   * <p>Worked: visits of 5 s, a lead of 2 s and a window of 1.5 s give 0.42; a lead of 15 s 0.96.
   */
  static double underWay(LoadOptions visits, Timing.Trials trials) {
    double length = Visits.meanSeconds(visits);
    double lead = trials.lead().toMillis() / MILLIS_PER_SECOND;
    double window = trials.window().toMillis() / MILLIS_PER_SECOND;
    if (length == 0) {
      return 1;
    }
    double missing = Math.exp(-lead / length) - Math.exp(-(lead + window) / length);
    return 1 - length / window * missing;
  }
}
