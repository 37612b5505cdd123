package io.headwaiter.sim.law;

import java.util.Objects;
import java.util.function.Function;

/** Makes one law for each run. */
public interface LawFactory {
  /** The name of its laws. */
  String name();

  /** A law that has seen nothing yet. */
  Law create(Setting setting);

  /**
   * Seconds of constant load after which its laws have settled, for those that take longer than
   * every scenario gives; they are run for so long before it begins.
   */
  default double settleSeconds() {
    return 0;
  }

  /** A factory of this name. */
  static LawFactory of(String name, Function<Setting, Law> maker) {
    return of(name, 0, maker);
  }

  /**
   * A factory of this name.
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
