package io.headwaiter.lab.model;

import java.util.Locale;

/** The verdict of a measurement on a claim. */
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

  /** Returns {@code holds}, {@code fails} or {@code undecided}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the label after a sign; the signs differ in more than colour. */
  public String marked() {
    return mark + " " + label();
  }
}
