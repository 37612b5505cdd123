package io.headwaiter.sim.law;

import io.headwaiter.lab.search.Knob;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Makes a law with numbers that somebody has to choose. What {@link #create} makes has the numbers
 * that somebody would choose who knows the server and not what is coming; {@link Tuned} finds those
 * that are the best in hindsight.
 */
public final class TunableFactory implements LawFactory {
  private final String name;
  private final List<Knob> knobs;
  private final Map<String, Double> defaults;
  private final BiFunction<Setting, Map<String, Double>, Law> maker;

  /**
   * A factory.
   *
   * @param knobs what can be chosen
   * @param defaults a value for each knob, not necessarily on its ladder
   * @param maker makes a law from a setting and a value for each knob
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

  /** What can be chosen. */
  public List<Knob> knobs() {
    return knobs;
  }

  /** What is chosen if nobody does. */
  public Map<String, Double> defaults() {
    return defaults;
  }

  /** The same law with these numbers. */
  public LawFactory at(Map<String, Double> values) {
    return LawFactory.of(name, setting -> maker.apply(setting, values));
  }
}
