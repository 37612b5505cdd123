package io.headwaiter.load.search;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A setting that was tried, and its score.
 *
 * @param setting value of each knob by its name, in the order of the knobs
 * @param score the higher the better; finite
 */
public record Trial(Map<String, Double> setting, double score) {
  /** Checks the score. */
  public Trial {
    setting = Collections.unmodifiableMap(new LinkedHashMap<>(setting));
    if (!Double.isFinite(score)) {
      throw new IllegalArgumentException(
          "score must be a finite number, got " + score + "; a run that failed scores 0.");
    }
  }
}
