package io.headwaiter.sim.law;

import java.util.Objects;
import java.util.function.Function;

/** Creates one law for each run. */
public interface LawFactory {
  /** Returns the name of its laws. */
  String name();

  /** Creates a law that has seen nothing yet. */
  Law create(Setting setting);

  /**
   * Returns the seconds of constant load after which its laws have settled, for laws that take
   * longer than every scenario gives. They run for this long before the scenario begins.
   */
  default double settleSeconds() {
    return 0;
  }

  /** Returns a factory with this name. */
  static LawFactory of(String name, Function<Setting, Law> maker) {
    return of(name, 0, maker);
  }

  /**
   * Returns a factory with this name.
   *
   * @param settleSeconds see {@link #settleSeconds()}
   */
  static LawFactory of(String name, double settleSeconds, Function<Setting, Law> maker) {
    Objects.requireNonNull(maker, "maker");
    return new LawFactory() {
      @Override
      public String name() {
        return name;
      }

      @Override
      public Law create(Setting setting) {
        return maker.apply(setting);
      }

      @Override
      public double settleSeconds() {
        return settleSeconds;
      }
    };
  }
}
