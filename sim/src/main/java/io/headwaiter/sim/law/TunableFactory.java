package io.headwaiter.sim.law;

import io.headwaiter.load.search.Knob;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Creates a law with parameters that an operator has to choose. {@link #create} uses the values of
 * an operator who knows the server but not the load to come; {@link Tuned} finds the best values in
 * hindsight.
 */
public final class TunableFactory implements LawFactory {
  private final String name;
  private final List<Knob> knobs;
  private final Map<String, Double> defaults;
  private final BiFunction<Setting, Map<String, Double>, Law> maker;

  /**
   * Creates a factory.
   *
   * @param knobs the parameters
   * @param defaults values by the names of knobs, not necessarily on their ladders; {@code maker}
   *     must do without those that are missing
   * @param maker makes a law from a setting and values by the names of knobs
   */
  public TunableFactory(
      String name,
      List<Knob> knobs,
      Map<String, Double> defaults,
      BiFunction<Setting, Map<String, Double>, Law> maker) {
    this.name = name;
    this.knobs = List.copyOf(knobs);
    this.defaults = Map.copyOf(defaults);
    this.maker = maker;
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public Law create(Setting setting) {
    return maker.apply(setting, defaults);
  }

  /** Returns the parameters that can be chosen. */
  public List<Knob> knobs() {
    return knobs;
  }

  /** Returns a factory of the same law with these values. */
  public LawFactory at(Map<String, Double> values) {
    return LawFactory.of(name, setting -> maker.apply(setting, values));
  }
}
