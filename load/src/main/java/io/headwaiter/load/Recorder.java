package io.headwaiter.load;

import io.headwaiter.load.workload.Interaction;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/**
 * The measurements of one event loop. Rates and distributions hold only events inside the
 * measurement window; totals hold all events. Belongs to one event loop until it is merged.
 * Histograms of times hold microseconds; all have three significant digits.
 */
@SuppressWarnings("EnumOrdinal") // the counters are arrays of the run, nothing is stored
final class Recorder {
  private static final int DIGITS = 3;

  private final long windowStartNanos;
  private final long windowNanos;
  private final long[] inWindow = new long[Count.values().length];
  private final long[] total = new long[Count.values().length];
  private final Map<Count, long[]> bySecond = new EnumMap<>(Count.class);
  private final long[] failures = new long[Failure.values().length];
  private final Map<Interaction, Histogram> responses =
      new TreeMap<>(Comparator.comparingInt(Interaction::number));
  private final Histogram allResponses = new Histogram(DIGITS);
  private final Histogram fullHandshakes = new Histogram(DIGITS);
  private final Histogram resumedHandshakes = new Histogram(DIGITS);
  private final Histogram completedLengths = new Histogram(DIGITS);
  private final Histogram completedTimes = new Histogram(DIGITS);
  private final Histogram connectionTimes = new Histogram(DIGITS);
  private final Histogram lag = new Histogram(DIGITS);

  Recorder(long windowStartNanos, long windowNanos) {
    this.windowStartNanos = windowStartNanos;
    this.windowNanos = windowNanos;
    int seconds = (int) (1 + (windowNanos - 1) / TimeUnit.SECONDS.toNanos(1));
    for (Count count : Count.values()) {
      if (count.bySecond()) {
        bySecond.put(count, new long[seconds]);
      }
    }
  }

  private boolean inWindow(long atNanos) {
    long offset = atNanos - windowStartNanos;
    return offset >= 0 && offset < windowNanos;
  }

  /** Counts one event at an instant of {@code System.nanoTime}. */
  void count(Count count, long atNanos) {
    total[count.ordinal()]++;
    if (!inWindow(atNanos)) {
      return;
    }
    inWindow[count.ordinal()]++;
    if (count.bySecond()) {
      long second = (atNanos - windowStartNanos) / TimeUnit.SECONDS.toNanos(1);
      bySecond.get(count)[(int) second]++;
    }
  }

  void failure(Failure failure, long atNanos) {
    if (inWindow(atNanos)) {
      failures[failure.ordinal()]++;
    }
    if (failure.inHandshake()) {
      count(Count.HANDSHAKE_FAILED, atNanos);
    }
  }

  void handshake(boolean resumed, long nanos, long atNanos) {
    count(resumed ? Count.HANDSHAKE_RESUMED : Count.HANDSHAKE_FULL, atNanos);
    if (inWindow(atNanos)) {
      record(resumed ? resumedHandshakes : fullHandshakes, nanos);
    }
  }

  void reply(int status, boolean image, long atNanos) {
    count(Count.REPLY, atNanos);
    count(byStatus(status), atNanos);
    if (image) {
      count(Count.REPLY_IMAGE, atNanos);
    }
  }

  private static Count byStatus(int status) {
    return switch (status / 100) {
      case 2 -> Count.REPLY_2XX;
      case 3 -> Count.REPLY_3XX;
      case 4 -> Count.REPLY_4XX;
      default -> Count.REPLY_5XX;
    };
  }

  /** Records the response time of a good page, from the instant the page was due. */
  void response(Interaction interaction, long nanos, long atNanos) {
    if (inWindow(atNanos)) {
      record(allResponses, nanos);
      record(responses.computeIfAbsent(interaction, unused -> new Histogram(DIGITS)), nanos);
    }
  }

  /** Records the length of a visit that was completed, in requests and in time. */
  void completedSession(int requests, long nanos, long atNanos) {
    if (inWindow(atNanos)) {
      completedLengths.recordValue(requests);
      record(completedTimes, nanos);
    }
  }

  /** Records the time of an open connection from its begin to its end, whoever ended it. */
  void connectionEnded(long nanos, long atNanos) {
    if (inWindow(atNanos)) {
      record(connectionTimes, nanos);
    }
  }

  void lag(long nanos, long atNanos) {
    if (inWindow(atNanos)) {
      record(lag, nanos);
    }
  }

  private static void record(Histogram histogram, long nanos) {
    histogram.recordValue(Math.max(0, nanos / 1000));
  }

  /** Adds the measurements of another loop in the same window. */
  void add(Recorder other) {
    sum(inWindow, other.inWindow);
    sum(total, other.total);
    sum(failures, other.failures);
    bySecond.forEach((count, seconds) -> sum(seconds, other.bySecond.get(count)));
    other.responses.forEach(
        (key, from) -> responses.computeIfAbsent(key, unused -> new Histogram(DIGITS)).add(from));
    allResponses.add(other.allResponses);
    fullHandshakes.add(other.fullHandshakes);
    resumedHandshakes.add(other.resumedHandshakes);
    completedLengths.add(other.completedLengths);
    completedTimes.add(other.completedTimes);
    connectionTimes.add(other.connectionTimes);
    lag.add(other.lag);
  }

  private static void sum(long[] to, long[] from) {
    for (int i = 0; i < to.length; i++) {
      to[i] += from[i];
    }
  }

  /** All histograms that count once in a result, by the names of a log. */
  Map<String, Histogram> histograms() {
    Map<String, Histogram> byName = new LinkedHashMap<>();
    byName.put("response", allResponses);
    byName.put("handshake-full", fullHandshakes);
    byName.put("handshake-resumed", resumedHandshakes);
    byName.put("requests-completed", completedLengths);
    byName.put("session-completed", completedTimes);
    byName.put("connection", connectionTimes);
    byName.put("lateness", lag);
    return byName;
  }

  long get(Count count) {
    return inWindow[count.ordinal()];
  }

  long total(Count count) {
    return total[count.ordinal()];
  }

  long get(Failure failure) {
    return failures[failure.ordinal()];
  }

  long[] bySecond(Count count) {
    return bySecond.get(count);
  }

  Histogram allResponses() {
    return allResponses;
  }

  Map<Interaction, Histogram> responses() {
    return responses;
  }

  Histogram fullHandshakes() {
    return fullHandshakes;
  }

  Histogram resumedHandshakes() {
    return resumedHandshakes;
  }

  Histogram completedLengths() {
    return completedLengths;
  }

  Histogram completedTimes() {
    return completedTimes;
  }

  Histogram connectionTimes() {
    return connectionTimes;
  }

  Histogram lag() {
    return lag;
  }
}
