package io.headwaiter.lab.report;

import java.util.Locale;

/** What a measurement says about a claim. */
public enum Verdict {
  /** The whole interval keeps the bound. */
  HOLDS("✓"),
  /** The whole interval breaks the bound. */
  FAILS("✗"),
  /** The bound lies inside the interval, or nothing was measured. */
  UNDECIDED("?");

  private final String mark;

  Verdict(String mark) {
    this.mark = mark;
  }

  /** {@code holds}, {@code fails} or {@code undecided}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The label after one sign that can be told apart without colour. */
  public String marked() {
    return mark + " " + label();
  }
}
