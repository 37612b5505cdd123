package io.headwaiter.sim.law;

import java.util.Objects;
import java.util.function.Function;

/** Makes one law for each run. */
public interface LawFactory {
  /** The name of its laws. */
  String name();

  /** A law that has seen nothing yet. */
  Law create(Setting setting);

  /** A factory of this name. */
  static LawFactory of(String name, Function<Setting, Law> maker) {
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
    };
  }
}
