package io.headwaiter.lab.experiment.caching;

import io.headwaiter.lab.model.Check;
import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.report.Chart;
import io.headwaiter.lab.report.Intervals;
import io.headwaiter.load.text.Numbers;
import io.headwaiter.load.text.TextTable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;

/**
 * What the policies carry beside each other: what a crowd completes that never lets the server
 * rest. Ratios are taken within a round, so that what makes the machine slower for some seconds
 * cancels. Beside it stands what is sustained of customers who come by themselves, whose ratio is
 * taken within a set of them: that has steps of a few percent, and a run of some seconds is
 * sustained or not by chance near the threshold.
 *
 * @param sustained for each N all policies, as many sets of customers each
 */
public record GainFigures(List<Sustained> sustained) {
  private static final double GAIN_LEAST = 1.2;
  private static final double ADAPTIVE_LEAST = 0.98;
  private static final double COMPUTING_LEAST = 0.9;

  /** Copies the list. */
  public GainFigures {
    sustained = List.copyOf(sustained);
  }

  /** All N, the fewest first. */
  List<Integer> connections() {
    return sustained.stream().map(Sustained::connections).distinct().sorted().toList();
  }

  private Sustained of(int connections, CachingPolicy policy) {
    return sustained.stream()
        .filter(s -> s.connections() == connections && s.policy() == policy)
        .findFirst()
        .orElseThrow(
            () ->
                new NoSuchElementException(
                    "nothing was measured of " + policy.label() + " with N = " + connections));
  }

  /** What a crowd completes with one policy over that with another; 95 % over the rounds. */
  Estimate ratio(int connections, CachingPolicy of, CachingPolicy to) {
    return Estimate.ofRatios(
        of(connections, of).crowdPerSecond(), of(connections, to).crowdPerSecond());
  }

  /** {@code request} over {@code transaction}. */
  public Estimate gain(int connections) {
    return ratio(connections, CachingPolicy.REQUEST, CachingPolicy.TRANSACTION);
  }

  /**
   * What is sustained with {@code request} over that with {@code transaction}; 95 % over the sets
   * of customers whose threshold is known with both.
   */
  Estimate sustainedGain(int connections) {
    return Estimate.ofRatios(
        of(connections, CachingPolicy.REQUEST).thresholds(),
        of(connections, CachingPolicy.TRANSACTION).thresholds());
  }

  /** Of the two fixed policies the one that carries more. */
  CachingPolicy better(int connections) {
    return gain(connections).value() > 1 ? CachingPolicy.REQUEST : CachingPolicy.TRANSACTION;
  }

  /** {@code adaptive} over the better of the two fixed policies. */
  public Estimate adaptive(int connections) {
    return ratio(connections, CachingPolicy.ADAPTIVE, better(connections));
  }

  /** A line for each N. */
  public String table() {
    TextTable table =
        new TextTable(
            "N",
            "transaction/s",
            "request/s",
            "adaptive/s",
            "request of transaction",
            "adaptive of better",
            "better",
            "sustained: transaction/s",
            "request/s",
            "adaptive/s",
            "request of transaction");
    for (int n : connections()) {
      table.row(
          Integer.toString(n),
          Numbers.plain(of(n, CachingPolicy.TRANSACTION).crowd().value()),
          Numbers.plain(of(n, CachingPolicy.REQUEST).crowd().value()),
          Numbers.plain(of(n, CachingPolicy.ADAPTIVE).crowd().value()),
          Intervals.text(gain(n)),
          Intervals.text(adaptive(n)),
          better(n).label(),
          Numbers.plain(of(n, CachingPolicy.TRANSACTION).perSecond()),
          Numbers.plain(of(n, CachingPolicy.REQUEST).perSecond()),
          Numbers.plain(of(n, CachingPolicy.ADAPTIVE).perSecond()),
          Intervals.text(sustainedGain(n)));
    }
    return table.render();
  }

  /**
   * What each policy carries by N.
   *
   * @param where follows the title
   */
  public Chart chart(String where) {
    List<Chart.Series> series = new ArrayList<>();
    for (CachingPolicy policy : CachingPolicy.values()) {
      List<Chart.Point> points =
          connections().stream().map(n -> new Chart.Point(n, of(n, policy).crowd())).toList();
      series.add(new Chart.Series(policy.label(), series.size(), /* dashed= */ false, points));
    }
    return new Chart(
            "Sessions carried" + where,
            "Sessions per second that a crowd completes under each policy, by the number of"
                + " connections.",
            "connections N",
            "sessions per second",
            /* logY= */ false,
            series)
        .numbers();
  }

  /**
   * The claim about the gain where connections are tight.
   *
   * @param tight which N that is
   */
  public Check gainCheck(String id, int tight, String where) {
    return gainCheck(
        id,
        "carries at least 20 % more sessions",
        tight,
        where,
        gain(tight),
        "of what transaction carries");
  }

  /**
   * The same claim of customers who come by themselves, by the paper's rule.
   *
   * @param tight which N is claimed
   */
  public Check sustainedCheck(String id, int tight, String where) {
    return gainCheck(
        id,
        "sustains at least 20 % more sessions without a failure",
        tight,
        where,
        sustainedGain(tight),
        "of what transaction sustains");
  }

  private static Check gainCheck(
      String id, String does, int tight, String where, Estimate ratio, String unit) {
    String what =
        ("A connection for the whole request %s than one for each transaction where connections are"
                + " tight (N = %d%s)")
            .formatted(does, tight, where);
    return Check.atLeast(id, what, ratio, unit, GAIN_LEAST);
  }

  /**
   * The claim that a connection may be kept while a page computes.
   *
   * @param tight which N is claimed
   */
  public Check computingCheck(String id, int tight, String where) {
    return Check.atLeast(
        id,
        "A connection for the whole request carries at most a tenth fewer sessions than one for"
            + " each transaction where pages compute between two queries (N = "
            + tight
            + where
            + ")",
        gain(tight),
        "of what transaction carries",
        COMPUTING_LEAST);
  }

  /** The claim about the adaptive policy, where it is farthest behind. */
  public Check adaptiveCheck(String id, String where) {
    Optional<Integer> worst =
        connections().stream()
            .filter(n -> adaptive(n).known())
            .min(Comparator.comparing(n -> adaptive(n).value()));
    return Check.atLeast(
        id,
        "The adaptive policy is never more than 2 % behind the better of the two"
            + where
            + worst.map(n -> "; the worst is N = " + n).orElse(""),
        Estimate.least(connections().stream().map(this::adaptive).toList()),
        "of what the better carries",
        ADAPTIVE_LEAST);
  }

  /** What the reader has to know to trust or distrust the figures. */
  public List<String> notes() {
    List<String> notes = new ArrayList<>();
    for (Sustained s : sustained) {
      String who = s.policy().label() + " with N = " + s.connections();
      if (s.lost() > 0) {
        notes.add(
            who
                + ": "
                + s.lost()
                + " set(s) of customers were not sustained at any rate tried; they are left out.");
      }
      if (s.unbounded() > 0) {
        notes.add(
            who
                + ": "
                + s.unbounded()
                + " set(s) were sustained at every rate tried; they are left out.");
      }
    }
    return notes;
  }

  /** For {@code run.json}. */
  public Map<String, Object> raw() {
    return Map.of("sustained", sustained.stream().map(Sustained::raw).toList());
  }
}
