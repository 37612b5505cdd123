package io.headwaiter.lab.report;

import io.headwaiter.lab.model.Estimate;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * The results of one server under one load, in one run or in several rounds.
 *
 * @param server the server's name, such as {@code stock} or {@code headwaiter}
 * @param factor offered load as a multiple of the calibrated 1x
 * @param offeredPerSecond visits offered per second of the window
 * @param completedPerSecond visits completed per second
 * @param repliesPerSecond replies per second, of any status, images included
 * @param responseMillisP50 median response time in ms from the instant the customer wanted the page
 * @param responseMillisP99 the same, 99th percentile
 * @param refused visits refused before their first handshake was finished
 * @param timeouts connects, handshakes and requests that exceeded the patience of the customer
 * @param brokenAfterAdmission visits that were admitted and did not complete
 * @param extra further figures by name, in the order to show; units end the names
 * @param rounds the runs of the rounds, in order; empty for a single run
 */
public record RunFigures(
    String server,
    double factor,
    double offeredPerSecond,
    Estimate completedPerSecond,
    Estimate repliesPerSecond,
    Estimate responseMillisP50,
    Estimate responseMillisP99,
    long refused,
    long timeouts,
    long brokenAfterAdmission,
    Map<String, Object> extra,
    List<RunFigures> rounds) {

  /** Copies the rounds. */
  public RunFigures {
    rounds = List.copyOf(rounds);
  }

  /** Creates the figures of a single run. */
  public RunFigures(
      String server,
      double factor,
      double offeredPerSecond,
      Estimate completedPerSecond,
      Estimate repliesPerSecond,
      Estimate responseMillisP50,
      Estimate responseMillisP99,
      long refused,
      long timeouts,
      long brokenAfterAdmission,
      Map<String, Object> extra) {
    this(
        server,
        factor,
        offeredPerSecond,
        completedPerSecond,
        repliesPerSecond,
        responseMillisP50,
        responseMillisP99,
        refused,
        timeouts,
        brokenAfterAdmission,
        extra,
        List.of());
  }

  /**
   * Returns a figure divided by the same figure of another run. If both have the same rounds, it is
   * the mean of the ratios within each round, so that a slowdown of the machine during a round
   * cancels; else the two count as independent.
   */
  public Estimate ratioTo(RunFigures other, Function<RunFigures, Estimate> figure) {
    return isPairedWith(other)
        ? Estimate.ofRatios(values(figure), other.values(figure))
        : figure.apply(this).dividedBy(figure.apply(other));
  }

  /**
   * Returns a figure less the same figure of another run, paired as {@link #ratioTo}; below zero
   * when the other is larger.
   */
  public Estimate differenceTo(RunFigures other, Function<RunFigures, Estimate> figure) {
    if (!isPairedWith(other)) {
      return figure.apply(this).minus(figure.apply(other));
    }
    List<Double> own = values(figure);
    List<Double> others = other.values(figure);
    return Estimate.ofSignedBatches(
        IntStream.range(0, own.size()).mapToDouble(i -> own.get(i) - others.get(i)).toArray());
  }

  private boolean isPairedWith(RunFigures other) {
    return rounds.size() > 1 && rounds.size() == other.rounds.size();
  }

  private List<Double> values(Function<RunFigures, Estimate> figure) {
    return rounds.stream().map(round -> figure.apply(round).value()).toList();
  }
}
