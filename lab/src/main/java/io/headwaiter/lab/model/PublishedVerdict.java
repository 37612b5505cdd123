package io.headwaiter.lab.model;

import java.util.Locale;

/** The verdict of our measurement on a claim that was published. */
public enum PublishedVerdict {
  /** It is as published, in its sign and in its size if one is published. */
  CONFIRMED,
  /** The sign is as published, the size is not. */
  CHANGED,
  /** It is not as published. */
  REFUTED,
  /** The measurement is too noisy, or there is none. */
  UNDECIDED;

  /** Returns {@code confirmed}, {@code changed}, {@code refuted} or {@code undecided}. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
