package io.headwaiter.core.pool;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * What is known of the sizes that are set and of the change that brought them: whether it did harm,
 * and if it was undone for that, whether the harm went with it.
 *
 * <p>The first {@value #SETTLING} intervals with new sizes do not count: connections are opened,
 * and a part of the interval had the old ones.
 *
 * <p>Not thread-safe. Its memory is bounded.
 */
final class LastChange {
  private static final int SETTLING = 2;

  private final double lossMin;
  private final int intervalsMin;
  private final Deque<PoolTrial.Interval> recent = new ArrayDeque<>();
  private Optional<PoolTrial> trial = Optional.empty();
  private Optional<PoolTrial> blame = Optional.empty();
  private Optional<PoolTrial> blaming = Optional.empty();
  private int settling;
  private int standstills;

  LastChange(double lossMin, int intervalsMin) {
    this.lossMin = lossMin;
    this.intervalsMin = intervalsMin;
  }

  /** A change to judge: from now on all intervals have other sizes. */
  void made() {
    trial = Optional.of(new PoolTrial(List.copyOf(recent), lossMin, intervalsMin));
    blame = Optional.empty();
    settle();
  }

  /** It did harm and is undone: is it better now? The same trial with gain for loss. */
  void undone() {
    List<PoolTrial.Interval> harmful = recent.stream().map(LastChange::mirrored).toList();
    blame = Optional.of(new PoolTrial(harmful, lossMin, intervalsMin));
    blaming = trial;
    trial = Optional.empty();
    settle();
  }

  private static PoolTrial.Interval mirrored(PoolTrial.Interval i) {
    return new PoolTrial.Interval(-i.x(), Double.MAX_VALUE, /* full= */ true);
  }

  /** No harm was seen. */
  void confirmed() {
    trial = Optional.empty();
  }

  /** Other sizes that nobody will judge. */
  void forced() {
    trial = Optional.empty();
    blame = Optional.empty();
    settle();
  }

  /** All that was seen means nothing any more. */
  void forget() {
    forced();
    settling = 0;
  }

  private void settle() {
    recent.clear();
    settling = SETTLING;
  }

  Optional<PoolTrial> trial() {
    return trial;
  }

  /** Whether a change from the present sizes could be judged by what they carried while full. */
  boolean isComparable() {
    return PoolTrial.isEnough(List.copyOf(recent), lossMin, intervalsMin);
  }

  /** Takes in one interval with the present sizes. */
  PoolTrial.Verdict add(PoolTrial.Interval interval) {
    if (settling > 0) {
      settling--;
      return PoolTrial.Verdict.OPEN;
    }
    remember(interval);
    return trial.map(t -> t.add(interval)).orElse(PoolTrial.Verdict.OPEN);
  }

  private void remember(PoolTrial.Interval interval) {
    recent.add(interval);
    if (recent.size() > PoolTrial.BEFORE_MAX) {
      recent.remove();
    }
    standstills = interval.standstill() ? standstills + 1 : 0;
    if (trial.isEmpty() && blame.isEmpty() && standstills >= intervalsMin) {
      recent.clear(); // an outage says nothing of what these sizes carry
    }
  }

  /** Whether it has just turned out that what was undone had done no harm; said once. */
  boolean wasBlamedWrongly() {
    if (blame.isEmpty() || settling > 0 || recent.isEmpty()) {
      return false;
    }
    if (!blaming.orElseThrow().isTelling(recent.getLast())) {
      return false; // with less load nobody can tell
    }
    PoolTrial.Verdict verdict = blame.get().add(mirrored(recent.getLast()));
    if (verdict != PoolTrial.Verdict.OPEN) {
      blame = Optional.empty();
    }
    return verdict == PoolTrial.Verdict.NO_HARM;
  }
}
