package io.headwaiter.lab.report;

import java.util.List;

/**
 * Whether a run's figures can be relied on.
 *
 * @param reasons why not, each a clause without a full stop; empty when they can
 */
public record Validity(List<String> reasons) {
  /** Nothing speaks against the run. */
  public static final Validity VALID = new Validity(List.of());

  /** Copies the reasons. */
  public Validity {
    reasons = List.copyOf(reasons);
  }

  /** True when there is no reason against it. */
  public boolean valid() {
    return reasons.isEmpty();
  }

  /** For the first line of a table or page. */
  public String line() {
    return valid() ? "valid" : "not valid, run again: " + String.join("; ", reasons);
  }

  /** A verdict in words; in a run that is not valid, it says so. */
  public String words(Verdict verdict) {
    return valid() ? verdict.label() : verdict.label() + " (run not valid)";
  }
}
