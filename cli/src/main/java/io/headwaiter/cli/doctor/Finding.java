package io.headwaiter.cli.doctor;

import java.util.Objects;

/**
 * What one check found.
 *
 * @param severity how much it matters
 * @param what one sentence
 * @param advice what to change, one sentence; empty if nothing
 */
public record Finding(Severity severity, String what, String advice) {
  /** How much a finding matters. */
  public enum Severity {
    /** As it should be. */
    GOOD,
    /** It works, and could be better. */
    CAUTION,
    /** It does not work. */
    WRONG
  }

  /** Checks that nothing is null. */
  public Finding {
    Objects.requireNonNull(severity, "severity");
    Objects.requireNonNull(what, "what");
    Objects.requireNonNull(advice, "advice");
  }

  static Finding good(String what) {
    return new Finding(Severity.GOOD, what, "");
  }

  static Finding caution(String what, String advice) {
    return new Finding(Severity.CAUTION, what, advice);
  }

  static Finding wrong(String what, String advice) {
    return new Finding(Severity.WRONG, what, advice);
  }
}
