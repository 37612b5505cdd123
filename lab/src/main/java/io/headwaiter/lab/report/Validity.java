package io.headwaiter.lab.report;

import io.headwaiter.lab.model.Verdict;
import java.util.List;

/**
 * Whether a run's figures can be relied on.
 *
 * @param reasons reasons against, each a clause without a full stop; empty for a valid run
 */
public record Validity(List<String> reasons) {
  /** The run is valid. */
  public static final Validity VALID = new Validity(List.of());

  /** Copies the reasons. */
  public Validity {
    reasons = List.copyOf(reasons);
  }

  /** Returns whether the run is valid. */
  public boolean valid() {
    return reasons.isEmpty();
  }

  /** Returns the first line of a table or page. */
  public String line() {
    return valid() ? "valid" : "not valid, run again: " + String.join("; ", reasons);
  }

  /** Returns a verdict in words, with a remark if the run is not valid. */
  public String words(Verdict verdict) {
    return valid() ? verdict.label() : verdict.label() + " (run not valid)";
  }
}
