package io.headwaiter.lab.record;

import com.fasterxml.jackson.databind.JsonNode;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.model.Verdict;
import io.headwaiter.load.text.Numbers;

/**
 * A claim and what a stored run said of it.
 *
 * @param id short name
 * @param what the claim in words
 * @param figure what was measured; NaN if nothing was
 * @param low low end of its interval; NaN without one
 * @param high high end of its interval; NaN without one
 * @param unit of figure and bound
 * @param bound the limit
 * @param atLeast whether the figure must be at least the bound, and not at most
 * @param verdict in words
 * @param reservation why the figure decides nothing, such as a search that ended too early; empty
 *     for nothing
 */
record StoredClaim(
    String id,
    String what,
    double figure,
    double low,
    double high,
    String unit,
    double bound,
    boolean atLeast,
    String verdict,
    String reservation) {
  /** Reads one of the checks of a {@code summary.json}. */
  static StoredClaim of(JsonNode check) {
    JsonNode interval = check.path("figureInterval");
    boolean atLeast = check.has("atLeast");
    return new StoredClaim(
        check.path("id").asText(),
        check.path("what").asText(),
        number(check.path("figure")),
        number(interval.path(0)),
        number(interval.path(1)),
        check.path("unit").asText(),
        number(check.path(atLeast ? "atLeast" : "atMost")),
        atLeast,
        verdict(check),
        check.path("reservation").asText());
  }

  private static double number(JsonNode node) {
    return node.isNumber() ? node.asDouble() : Double.NaN;
  }

  /** Older runs were judged by the figure alone, whatever its interval was. */
  private static String verdict(JsonNode check) {
    if (check.has("verdict")) {
      return check.path("verdict").asText();
    }
    Verdict alone = check.path("holds").asBoolean() ? Verdict.HOLDS : Verdict.FAILS;
    return alone.label() + " by its mean";
  }

  /** Returns the figure with its interval. */
  Estimate estimate() {
    return Double.isNaN(figure) ? Estimate.UNKNOWN : new Estimate(figure, low, high);
  }

  /** Returns the figure with its interval and unit. */
  String figureWords() {
    String interval =
        Double.isNaN(low) ? "" : " [" + Numbers.plain(low) + ", " + Numbers.plain(high) + "]";
    return Numbers.plain(figure) + interval + " " + unit;
  }

  /** Returns what keeps the figure from deciding, or that it has no interval; empty for neither. */
  String reservationWords() {
    if (!reservation.isEmpty()) {
      return ", but " + reservation;
    }
    return Double.isNaN(low) ? ", without an interval" : "";
  }

  /** Returns the bound: {@code at least 0.93}. */
  String boundWords() {
    return (atLeast ? "at least " : "at most ") + Numbers.plain(bound);
  }
}
