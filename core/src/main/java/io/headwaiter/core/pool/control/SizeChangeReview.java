package io.headwaiter.core.pool.control;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Judges the last change of sizes: whether it did harm, and after a roll-back whether the harm
 * disappeared with it.
 *
 * <p>The first {@value #SETTLING} intervals with new sizes do not count: connections are being
 * opened, and a part of the interval had the old sizes.
 *
 * <p>Not thread-safe. Its memory is bounded.
 */
final class SizeChangeReview {
  private static final int SETTLING = 2;

  private final double lossMin;
  private final int intervalsMin;
  private final Deque<SizeTrial.Interval> recent = new ArrayDeque<>();
  private Optional<SizeTrial> trial = Optional.empty();
  private Optional<SizeTrial> blame = Optional.empty();
  private Optional<SizeTrial> blaming = Optional.empty();
  private int settling;
  private int standstills;

  SizeChangeReview(double lossMin, int intervalsMin) {
    this.lossMin = lossMin;
    this.intervalsMin = intervalsMin;
  }

  /** Starts a trial: all following intervals have the new sizes. */
  void made() {
    trial = Optional.of(new SizeTrial(List.copyOf(recent), lossMin, intervalsMin));
    blame = Optional.empty();
    settle();
  }

  /** Starts the check of a roll-back: the same trial, with gain in place of loss. */
  void undone() {
    List<SizeTrial.Interval> harmful = recent.stream().map(SizeChangeReview::mirrored).toList();
    blame = Optional.of(new SizeTrial(harmful, lossMin, intervalsMin));
    blaming = trial;
    trial = Optional.empty();
    settle();
  }

  private static SizeTrial.Interval mirrored(SizeTrial.Interval i) {
    return new SizeTrial.Interval(-i.x(), Double.MAX_VALUE, /* full= */ true);
  }

  /** Ends the trial, which found no harm. */
  void confirmed() {
    trial = Optional.empty();
  }

  /** The sizes changed without a trial. */
  void forced() {
    trial = Optional.empty();
    blame = Optional.empty();
    settle();
  }

  /** Discards all observations. */
  void forget() {
    forced();
    settling = 0;
  }

  private void settle() {
    recent.clear();
    settling = SETTLING;
  }

  Optional<SizeTrial> trial() {
    return trial;
  }

  /** Whether enough intervals with full present sizes exist to judge a change from them. */
  boolean isComparable() {
    return SizeTrial.isEnough(List.copyOf(recent), lossMin, intervalsMin);
  }

  /** Adds one interval with the present sizes. */
  SizeTrial.Verdict add(SizeTrial.Interval interval) {
    if (settling > 0) {
      settling--;
      return SizeTrial.Verdict.OPEN;
    }
    remember(interval);
    return trial.map(t -> t.add(interval)).orElse(SizeTrial.Verdict.OPEN);
  }

  private void remember(SizeTrial.Interval interval) {
    recent.add(interval);
    if (recent.size() > SizeTrial.BEFORE_MAX) {
      recent.remove();
    }
    standstills = interval.standstill() ? standstills + 1 : 0;
    if (trial.isEmpty() && blame.isEmpty() && standstills >= intervalsMin) {
      recent.clear(); // an outage is no evidence about these sizes
    }
  }

  /** Returns true once, when it turns out that the change that was rolled back had done no harm. */
  boolean wasBlamedWrongly() {
    if (blame.isEmpty() || settling > 0 || recent.isEmpty()) {
      return false;
    }
    if (!blaming.orElseThrow().isTelling(recent.getLast())) {
      return false; // intervals with less load are no evidence
    }
    SizeTrial.Verdict verdict = blame.get().add(mirrored(recent.getLast()));
    if (verdict != SizeTrial.Verdict.OPEN) {
      blame = Optional.empty();
    }
    return verdict == SizeTrial.Verdict.NO_HARM;
  }
}
