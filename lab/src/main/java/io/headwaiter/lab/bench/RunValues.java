package io.headwaiter.lab.bench;

import io.headwaiter.lab.host.ProcessorLoss;
import io.headwaiter.lab.model.Values;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.results.Percentiles;
import io.headwaiter.load.results.ReplayResult;
import io.headwaiter.load.results.SecondBucket;
import io.headwaiter.load.text.Numbers;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** The values of an observation, and whether they count. Pure. */
final class RunValues {
  private static final double LAG_MILLIS_MAX = 10;
  private static final double STOLEN_MAX = 0.05;
  // The other servers of the experiment idle, and the kernel works, on the same processor.
  private static final double OTHERS_MAX = 0.2;

  private RunValues() {}

  /**
   * Returns the values of a run; what is not known is left out.
   *
   * @param cpuSeconds of the server in the window
   * @param loss parts of its processor that it did not get
   */
  static SortedMap<String, Double> of(HelloSender.Both run, double cpuSeconds, ProcessorLoss loss) {
    SortedMap<String, Double> values = new TreeMap<>();
    if (run.visits() != null) {
      putVisits(values, run.visits());
    }
    if (run.hellos() != null) {
      putHellos(values, run.hellos());
    }
    values.put(Values.CPU_SECONDS, cpuSeconds);
    values.put(Values.STOLEN_SHARE, loss.stolen());
    values.put(Values.OTHERS_SHARE, loss.others());
    values.values().removeIf(value -> !Double.isFinite(value));
    return values;
  }

  private static void putVisits(SortedMap<String, Double> values, LoadResult result) {
    values.put(Values.WINDOW_SECONDS, result.windowSeconds());
    values.put(Values.OFFERED, (double) result.sessions().offered());
    values.put(Values.CAME_BACK, (double) result.sessions().cameBack());
    values.put(Values.COMPLETED, (double) result.sessions().completed());
    values.put(Values.COMPLETED_LATE, (double) completedLate(result));
    values.put(Values.REFUSED, (double) result.sessions().refused());
    values.put(Values.TIMED_OUT_BEFORE_ENTRY, (double) result.sessions().timedOutBeforeEntry());
    values.put(Values.BROKEN, (double) result.sessions().broken());
    values.put(Values.BROKEN_RESUMING, (double) result.brokenAfterAdmission().resuming().total());
    values.put(
        Values.REFUSED_LATER_RESUMING,
        (double) result.brokenAfterAdmission().resuming().refusedLaterConnection());
    values.put(Values.REPLIES, (double) result.replies().pages());
    values.put(Values.FULL_HANDSHAKES, (double) result.handshakes().full());
    values.put(Values.RESUMED_HANDSHAKES, (double) result.handshakes().resumed());
    values.put(Values.FAILED_HANDSHAKES, (double) result.handshakes().failed());
    if (result.responseMillis().count() > 0) {
      values.put(Values.RESPONSE_MILLIS_MEAN, result.responseMillis().mean());
      values.put(Values.RESPONSE_MILLIS_P50, result.responseMillis().p50());
      values.put(Values.RESPONSE_MILLIS_P99, result.responseMillis().p99());
    }
    putMean(values, Values.SESSION_REQUESTS, result.completedSessionRequests());
    putMean(values, Values.SESSION_MILLIS, result.completedSessionMillis());
    putMean(values, Values.CONNECTION_MILLIS, result.connectionMillis());
    putMean(values, Values.HANDSHAKE_MILLIS, result.handshakeMillis());
    values.put(Values.TIMEOUTS, (double) result.timeouts().total());
    values.put(Values.LAG_MILLIS_P99, result.generator().schedulingLagMillis().p99());
    values.put(Values.GENERATOR_SHARE, result.generator().cpuShare());
  }

  private static long completedLate(LoadResult result) {
    return result.perSecond().stream()
        .filter(bucket -> bucket.second() >= result.windowSeconds() / 2)
        .mapToLong(SecondBucket::completed)
        .sum();
  }

  private static void putMean(
      SortedMap<String, Double> values, String name, Percentiles distribution) {
    if (distribution.count() > 0) {
      values.put(name, distribution.mean());
    }
  }

  private static void putHellos(SortedMap<String, Double> values, ReplayResult hellos) {
    values.put(Values.HELLOS, (double) hellos.attempts());
    values.put(Values.HELLO_SECONDS, hellos.seconds());
    values.put(
        Values.HELLOS_REFUSED, (double) (hellos.closed() + hellos.reset() + hellos.alerts()));
    values.put(Values.HELLOS_ANSWERED, (double) hellos.answered());
    values.put(Values.HELLOS_UNANSWERED, (double) (hellos.timeouts() + hellos.connectFailed()));
    values.put(Values.HELLO_SENDER_SHARE, hellos.cpuShare());
  }

  /**
   * Returns why a run does not count, by rules that do not look at what it showed of the server.
   */
  static List<String> doubts(HelloSender.Both run, ProcessorLoss loss) {
    List<String> doubts = new ArrayList<>();
    if (run.visits() != null) {
      double lag = run.visits().generator().schedulingLagMillis().p99();
      if (lag > LAG_MILLIS_MAX) {
        doubts.add("The load generator was late: p99 " + Numbers.plain(lag) + " ms.");
      } else if (run.visits().generator().generatorSaturated()) {
        doubts.add("The load generator was at its limits.");
      }
    }
    if (loss.stolen() > STOLEN_MAX) {
      doubts.add("The host took " + Numbers.percent(loss.stolen()) + " of the server's processor.");
    }
    // The kernel's work for a flood of hellos counts as others'.
    if (run.hellos() == null && loss.others() > OTHERS_MAX) {
      doubts.add("Others took " + Numbers.percent(loss.others()) + " of the server's processor.");
    }
    return doubts;
  }
}
