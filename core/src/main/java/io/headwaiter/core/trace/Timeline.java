package io.headwaiter.core.trace;

import java.util.EnumMap;
import java.util.Map;

/**
 * The stages of one connection, from its begin to its end without a gap. It keeps how often each
 * stage came and how long it took in all, not their order, so that a long connection takes no more
 * memory than a short one. Not thread-safe; times are of any monotonic clock.
 *
 * <p>Worked: idle at 0, {@code next(REQUEST, 5)}, {@code next(IDLE, 7)}, {@code end(10)} gives two
 * idle stages of 8 together and one request of 2.
 */
public final class Timeline {
  private final Map<Stage, Spent> stages = new EnumMap<>(Stage.class);
  private Stage present;
  private long sinceNanos;

  /** How often a stage came, and how long it took in all. */
  private static final class Spent {
    private long count;
    private long nanos;
  }

  /** Begins with a stage. */
  public Timeline(Stage first, long nowNanos) {
    this.present = first;
    this.sinceNanos = nowNanos;
  }

  /** Returns the stage that has not ended. */
  public Stage present() {
    return present;
  }

  /** Ends the present stage and begins another; does nothing if it is the same. */
  public void next(Stage stage, long nowNanos) {
    if (stage != present) {
      end(nowNanos);
      present = stage;
    }
  }

  /** Notes that the present stage is another one, from its begin on. */
  public void turnsOutAs(Stage stage) {
    present = stage;
  }

  /** Ends the present stage, as the last one. */
  public void end(long nowNanos) {
    Spent spent = stages.computeIfAbsent(present, stage -> new Spent());
    spent.count++;
    spent.nanos += nowNanos - sinceNanos;
    sinceNanos = nowNanos;
  }

  /** Returns how often a stage has ended. */
  public long count(Stage stage) {
    Spent spent = stages.get(stage);
    return spent == null ? 0 : spent.count;
  }

  /** Returns how long a stage has taken in all, without what has not ended. */
  public long nanos(Stage stage) {
    Spent spent = stages.get(stage);
    return spent == null ? 0 : spent.nanos;
  }
}
