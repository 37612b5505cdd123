package io.headwaiter.sim.law;

/** Admits every connection. */
public final class NoControl implements Law {
  /** The name of this law. */
  public static final String NAME = "none";

  @Override
  public String name() {
    return NAME;
  }
}
