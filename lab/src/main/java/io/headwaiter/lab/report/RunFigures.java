package io.headwaiter.lab.report;

import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * What one server did under one load, in one run or in several rounds.
 *
 * @param server the server's name, such as {@code stock} or {@code headwaiter}
 * @param factor offered load as a multiple of the calibrated 1x
 * @param offeredPerSecond sessions that wanted to begin, per second of the window
 * @param completedPerSecond sessions that came to their end, per second
 * @param repliesPerSecond pages answered, per second
 * @param responseMillisP50 median response time in ms from the instant the customer wanted the page
 * @param responseMillisP99 the same, 99th percentile
 * @param refused sessions turned away before they were let in
 * @param timeouts requests or handshakes whose customer ran out of patience
 * @param brokenAfterAdmission sessions that were let in and did not reach their end
 * @param extra further figures by name, in the order to show; units end the names
 * @param rounds the runs that these are the figures of, in their order; empty for a single run
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

  /** A single run. */
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
   * A figure of this over the same figure of another: the mean of the ratios within each round,
   * where both have the same rounds, since what makes the machine slower for a round cancels; else
   * as of two independent figures.
   */
  public Estimate ratioTo(RunFigures other, Function<RunFigures, Estimate> figure) {
    return isPairedWith(other)
        ? Estimate.ofRatios(values(figure), other.values(figure))
        : figure.apply(this).dividedBy(figure.apply(other));
  }

  /**
   * A figure of this less the same figure of another, paired as {@link #ratioTo}; below zero when
   * the other's is larger.
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
