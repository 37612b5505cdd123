package io.headwaiter.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.abuse.Tally;
import io.headwaiter.lab.study.Abuse;
import io.headwaiter.load.results.SecondBucket;
import io.headwaiter.load.results.SessionCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Puts together what was seen of one attack on one fresh server. */
public final class AttackReading {
  private static final String PRICE = "learnedNewVisitMillis";

  private AttackReading() {}

  /**
   * When what happened.
   *
   * @param calmFromMillis the calm stretch begins, since the CPU samples began
   * @param attackFromMillis the attack begins, likewise
   * @param attackToMillis the last honest visit begins, likewise
   * @param epochMillis when the CPU samples began, since 1970
   */
  public record Times(
      long calmFromMillis, long attackFromMillis, long attackToMillis, long epochMillis) {}

  /**
   * What was seen.
   *
   * @param before visits that began before the attack, from the start of the calm stretch on
   * @param fates of the visits that began under attack
   * @param during the same by seconds, from the start of the attack on
   * @param history of the server's control intervals
   * @param tally what the attack did
   */
  public record Seen(
      List<SecondBucket> before,
      SessionCounts fates,
      List<SecondBucket> during,
      JsonNode history,
      Tally tally) {}

  /** Processors used between two instants, in milliseconds since the samples began. */
  public interface Busy {
    double cores(long fromMillis, long toMillis);
  }

  /** Returns the values of the observation, by the names of {@link Abuse}. */
  public static SortedMap<String, Double> values(Times times, Seen seen, Busy busy) {
    long calmSeconds = (times.attackFromMillis() - times.calmFromMillis()) / 1000;
    Counts calm = Counts.of(seen.before(), bucket -> bucket.second() < calmSeconds);
    Counts underWay = Counts.of(seen.before(), bucket -> bucket.second() >= calmSeconds);
    long epoch = times.epochMillis();
    SortedMap<String, Double> values = new TreeMap<>();
    values.put(Abuse.CALM_SHARE, (double) calm.completed() / calm.ended());
    values.put(Abuse.NEW_OFFERED, (double) seen.fates().offered());
    values.put(Abuse.NEW_COMPLETED, (double) seen.fates().completed());
    values.put(Abuse.NEW_REFUSED, (double) seen.fates().refused());
    values.put(Abuse.UNDER_WAY, (double) underWay.ended());
    values.put(Abuse.UNDER_WAY_COMPLETED, (double) underWay.completed());
    values.put(
        Abuse.CALM_PRICE_MILLIS,
        price(seen.history(), epoch + times.calmFromMillis(), epoch + times.attackFromMillis()));
    values.put(
        Abuse.PRICE_MILLIS,
        price(seen.history(), epoch + times.attackFromMillis(), epoch + times.attackToMillis()));
    values.put(Abuse.CALM_BUSY, busy.cores(times.calmFromMillis(), times.attackFromMillis()));
    values.put(Abuse.BUSY, busy.cores(times.attackFromMillis(), times.attackToMillis()));
    values.put(Abuse.IDLE_REFUSING, idleRefusing(times, seen.during(), busy));
    values.put(Abuse.ATTACK_CONNECTIONS, (double) seen.tally().connections());
    values.put(Abuse.ATTACK_ENTERED, (double) seen.tally().entered());
    values.put(Abuse.ATTACK_ANSWERS, (double) seen.tally().answers());
    values.put(Abuse.ATTACK_ENDED, (double) seen.tally().ended());
    values.values().removeIf(value -> !Double.isFinite(value));
    return values;
  }

  private static double idleRefusing(Times times, List<SecondBucket> during, Busy busy) {
    return during.stream()
        .filter(bucket -> bucket.refused() > 0)
        .mapToLong(bucket -> times.attackFromMillis() + 1000L * bucket.second())
        .filter(from -> from < times.attackToMillis())
        .mapToDouble(from -> Math.max(0, 1 - busy.cores(from, from + 1000)))
        .average()
        .orElse(0);
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
  private static double price(JsonNode history, long fromMillis, long toMillis) {
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
    int last = prices.size() - 1;
    return last < 0 ? Double.NaN : (prices.get(last / 2) + prices.get((last + 1) / 2)) / 2;
  }

  private static int column(JsonNode history, String name) {
    JsonNode columns = history.path("columns");
    int at = 0;
    while (at < columns.size() && !columns.path(at).asText().equals(name)) {
      at++;
    }
    return at;
  }
}
