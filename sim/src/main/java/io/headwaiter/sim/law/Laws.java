package io.headwaiter.sim.law;

import java.util.List;

/** All laws, ours and the clairvoyant among them, as they go into the scoreboard. */
public final class Laws {
  private Laws() {}

  /** All of them. */
  public static List<LawFactory> all() {
    return List.of(
        LawFactory.of(NoControl.NAME, setting -> new NoControl()),
        LawFactory.of(StaticRate.NAME, StaticRate::measured),
        LawFactory.of(Headwaiter.NAME, Headwaiter::new));
  }
}
