package io.headwaiter.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.abuse.Tally;
import io.headwaiter.lab.results.SecondBucket;
import io.headwaiter.lab.results.SessionCounts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One attack on one fresh server.
 *
 * @param attack its name
 * @param testbed the server's label
 * @param calmShare completed part of the visits that ended in the calm stretch
 * @param newOffered visits that began under attack
 * @param newCompleted of these, completed
 * @param newRefused of these, refused
 * @param underWay visits under way when the attack began that have ended since
 * @param underWayCompleted of these, completed
 * @param calmPriceMillis median of the learned price of a new visit in the calm stretch
 * @param priceMillis the same under attack
 * @param calmBusy processors used in the calm stretch
 * @param busy the same under attack
 * @param busyRefusing the same in the seconds in which honest visits were refused; NaN without any
 * @param tally what the attack did
 */
record AbuseRound(
    String attack,
    String testbed,
    double calmShare,
    long newOffered,
    long newCompleted,
    long newRefused,
    long underWay,
    long underWayCompleted,
    double calmPriceMillis,
    double priceMillis,
    double calmBusy,
    double busy,
    double busyRefusing,
    Tally tally) {
  private static final String PRICE = "learnedNewVisitMillis";

  /**
   * When what happened.
   *
   * @param calmFromMillis the calm stretch begins, since the CPU samples began
   * @param attackFromMillis the attack begins, likewise
   * @param attackToMillis the last honest visit begins, likewise
   * @param epochMillis when the CPU samples began, since 1970
   */
  record Times(long calmFromMillis, long attackFromMillis, long attackToMillis, long epochMillis) {}

  /**
   * What was seen.
   *
   * @param before visits that began before the attack, from the start of the calm stretch on
   * @param fates of the visits that began under attack
   * @param during the same by seconds, from the start of the attack on
   * @param history of the server's control intervals
   * @param tally what the attack did
   */
  record Seen(
      List<SecondBucket> before,
      SessionCounts fates,
      List<SecondBucket> during,
      JsonNode history,
      Tally tally) {}

  /** Processors used between two instants, in milliseconds since the samples began. */
  interface Busy {
    double cores(long fromMillis, long toMillis);
  }

  /** Puts together what was seen. */
  static AbuseRound of(String attack, String testbed, Times times, Seen seen, Busy busy) {
    long calmSeconds = (times.attackFromMillis() - times.calmFromMillis()) / 1000;
    Counts calm = Counts.of(seen.before(), bucket -> bucket.second() < calmSeconds);
    Counts underWay = Counts.of(seen.before(), bucket -> bucket.second() >= calmSeconds);
    long from = times.epochMillis();
    return new AbuseRound(
        attack,
        testbed,
        (double) calm.completed() / calm.ended(),
        seen.fates().offered(),
        seen.fates().completed(),
        seen.fates().refused(),
        underWay.ended(),
        underWay.completed(),
        price(seen.history(), from + times.calmFromMillis(), from + times.attackFromMillis()),
        price(seen.history(), from + times.attackFromMillis(), from + times.attackToMillis()),
        busy.cores(times.calmFromMillis(), times.attackFromMillis()),
        busy.cores(times.attackFromMillis(), times.attackToMillis()),
        busyRefusing(times, seen.during(), busy),
        seen.tally());
  }

  private static double busyRefusing(Times times, List<SecondBucket> during, Busy busy) {
    return during.stream()
        .filter(bucket -> bucket.refused() > 0)
        .mapToLong(bucket -> times.attackFromMillis() + 1000L * bucket.second())
        .filter(from -> from < times.attackToMillis())
        .mapToDouble(from -> busy.cores(from, from + 1000))
        .average()
        .orElse(Double.NaN);
  }

  /** Visits that ended. */
  private record Counts(long completed, long ended) {
    static Counts of(List<SecondBucket> buckets, Predicate<SecondBucket> which) {
      long completed = 0;
      long ended = 0;
      for (SecondBucket bucket : buckets.stream().filter(which).toList()) {
        completed += bucket.completed();
        ended += bucket.completed() + bucket.refused() + bucket.broken();
      }
      return new Counts(completed, ended);
    }
  }

  /** Median over the control intervals that end between two instants; NaN without any. */
  static double price(JsonNode history, long fromMillis, long toMillis) {
    int time = column(history, "time");
    int price = column(history, PRICE);
    List<Double> prices = new ArrayList<>();
    for (JsonNode row : history.path("rows")) {
      long at = row.path(time).asLong();
      if (at > fromMillis && at <= toMillis && row.path(price).isNumber()) {
        prices.add(row.path(price).asDouble());
      }
    }
    prices.sort(null);
    return prices.isEmpty() ? Double.NaN : prices.get(prices.size() / 2);
  }

  private static int column(JsonNode history, String name) {
    JsonNode columns = history.path("columns");
    int at = 0;
    while (at < columns.size() && !columns.path(at).asText().equals(name)) {
      at++;
    }
    return at;
  }

  /** Completed part of the new visits. */
  double newShare() {
    return (double) newCompleted / newOffered;
  }

  /** The same over that of the calm stretch. */
  double kept() {
    return newShare() / calmShare;
  }

  /** Completed part of the visits that were under way. */
  double underWayKept() {
    return (double) underWayCompleted / underWay;
  }

  /** Learned price under attack over that of the calm stretch. */
  double priceRatio() {
    return priceMillis / calmPriceMillis;
  }

  Map<String, Object> raw() {
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("attack", attack);
    raw.put("server", testbed);
    raw.put("calmShare", calmShare);
    raw.put("newOffered", newOffered);
    raw.put("newCompleted", newCompleted);
    raw.put("newRefused", newRefused);
    raw.put("kept", kept());
    raw.put("underWay", underWay);
    raw.put("underWayCompleted", underWayCompleted);
    raw.put("calmPriceMillis", calmPriceMillis);
    raw.put("priceMillis", priceMillis);
    raw.put("calmBusy", calmBusy);
    raw.put("busy", busy);
    raw.put("busyWhileRefusing", busyRefusing);
    raw.put("attacker", tally.raw());
    return raw;
  }
}
