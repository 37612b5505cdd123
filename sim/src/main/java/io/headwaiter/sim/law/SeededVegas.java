package io.headwaiter.sim.law;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import java.lang.reflect.Field;
import java.util.Random;
import java.util.function.Consumer;

/**
 * The library's Vegas with random numbers that can be repeated. The library draws the moments at
 * which it probes from a source without a seed, but a run must give the same numbers twice. So
 * whenever the library has drawn a number, this class replaces it by its own, uniform from 0.5 to 1
 * as there.
 */
final class SeededVegas implements Limit {
  private static final Field JITTER = jitter();

  private final VegasLimit vegas = VegasLimit.newDefault();
  private final Random dice;
  private double jitter;

  SeededVegas(long seed) {
    this.dice = new Random(seed);
    draw();
  }

  private static Field jitter() {
    try {
      Field field = VegasLimit.class.getDeclaredField("probeJitter");
      field.setAccessible(true);
      return field;
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(
          "This version of concurrency-limits keeps its jitter elsewhere: " + e.getMessage(), e);
    }
  }

  private void draw() {
    jitter = 0.5 + 0.5 * dice.nextDouble();
    try {
      JITTER.setDouble(vegas, jitter);
    } catch (IllegalAccessException e) {
      throw new AssertionError("The field was made accessible.", e);
    }
  }

  private boolean hasDrawn() {
    try {
      return JITTER.getDouble(vegas) != jitter;
    } catch (IllegalAccessException e) {
      throw new AssertionError("The field was made accessible.", e);
    }
  }

  @Override
  public int getLimit() {
    return vegas.getLimit();
  }

  @Override
  public void notifyOnChange(Consumer<Integer> consumer) {
    vegas.notifyOnChange(consumer);
  }

  @Override
  public void onSample(long startTime, long rtt, int inflight, boolean didDrop) {
    vegas.onSample(startTime, rtt, inflight, didDrop);
    if (hasDrawn()) {
      draw();
    }
  }
}
