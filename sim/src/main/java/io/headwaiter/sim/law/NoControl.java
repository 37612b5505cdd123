package io.headwaiter.sim.law;

/** Everybody comes in. */
public final class NoControl implements Law {
  /** Its name. */
  public static final String NAME = "none";

  @Override
  public String name() {
    return NAME;
  }
}
