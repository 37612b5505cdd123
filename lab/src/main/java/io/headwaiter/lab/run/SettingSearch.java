package io.headwaiter.lab.run;

import io.headwaiter.lab.model.KnobSpec;
import io.headwaiter.lab.model.KnobSpec.Wider;
import io.headwaiter.lab.model.Preparation;
import io.headwaiter.lab.model.Tuning;
import io.headwaiter.load.search.GridSearch;
import io.headwaiter.load.search.Knob;
import io.headwaiter.load.search.Trial;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;

/**
 * Searches the best setting, see {@link GridSearch}. If it is the first or last value of a ladder,
 * the ladder is made longer at that end, and the search goes on with what it knows, until the best
 * setting is inside or the trials are used up. Belongs to one thread.
 */
public final class SettingSearch {
  // Steps of a ladder's ratio by which it is made longer at once.
  private static final int LONGER = 2;

  /** Tries a setting. */
  @FunctionalInterface
  public interface Score {
    /** Returns how good it is; more is better. */
    double of(Map<String, Double> setting) throws IOException, InterruptedException;
  }

  /**
   * What was found.
   *
   * @param setting the best, by the names of the knobs
   * @param score its mean score
   * @param trials how many were run
   * @param settled whether the search ended by itself, and not by its bound
   * @param atTheEdge knobs whose ladder ends at the best setting
   */
  public record Found(
      Map<String, Double> setting,
      double score,
      int trials,
      boolean settled,
      List<String> atTheEdge) {
    /** Returns it as values of an observation. */
    public SortedMap<String, Double> values() {
      SortedMap<String, Double> values = Preparation.ended(trials, score, settled, atTheEdge);
      values.putAll(Preparation.setting(setting));
      return values;
    }
  }

  private final Tuning tuning;
  private final double oneX;
  private final Map<String, Wider> wider = new HashMap<>();
  private GridSearch search;
  private List<Knob> ladders;

  private SettingSearch(Tuning tuning, double oneX) {
    this.tuning = tuning;
    this.oneX = oneX;
    this.ladders = ladders();
    this.search = grid();
  }

  /**
   * Searches.
   *
   * @param oneX visits per second, for knobs that are multiples of 1x
   */
  public static Found search(Tuning tuning, double oneX, Score score)
      throws IOException, InterruptedException {
    return new SettingSearch(tuning, oneX).run(score);
  }

  private Found run(Score score) throws IOException, InterruptedException {
    do {
      for (Optional<Map<String, Double>> next = search.next();
          next.isPresent();
          next = search.next()) {
        search.tell(next.get(), score.of(next.get()));
      }
    } while (search.trials().size() < tuning.trialsMax() && widen());
    Trial best = search.best();
    return new Found(
        best.setting(),
        best.score(),
        search.trials().size(),
        search.settled(),
        search.atTheEdge().stream().filter(this::canBeWider).toList());
  }

  /** Makes the ladders longer at whose ends the best setting is; false if there are none. */
  private boolean widen() {
    List<String> edges = search.atTheEdge().stream().filter(this::canBeWider).toList();
    if (edges.isEmpty()) {
      return false;
    }
    edges.forEach(name -> wider.put(name, widerAt(name)));
    List<Trial> before = search.trials();
    ladders = ladders();
    search = grid();
    before.forEach(trial -> search.tell(onLadders(trial.setting()), trial.score()));
    return true;
  }

  /** A whole number cannot be below 1, however long its ladder is. */
  private boolean canBeWider(String name) {
    KnobSpec spec =
        tuning.knobs().stream().filter(k -> k.name().equals(name)).findFirst().orElseThrow();
    List<Double> longer = spec.knob(oneX, widerAt(name)).levels();
    return longer.size() > ladder(name).levels().size();
  }

  private Wider widerAt(String name) {
    Wider now = wider.getOrDefault(name, Wider.NOT);
    boolean atTheBegin = search.best().setting().get(name).equals(ladder(name).levels().get(0));
    return atTheBegin
        ? new Wider(now.down() + LONGER, now.up())
        : new Wider(now.down(), now.up() + LONGER);
  }

  private Knob ladder(String name) {
    return ladders.stream().filter(k -> k.name().equals(name)).findFirst().orElseThrow();
  }

  private List<Knob> ladders() {
    List<Knob> all = new ArrayList<>();
    for (KnobSpec knob : tuning.knobs()) {
      all.add(knob.knob(oneX, wider.getOrDefault(knob.name(), Wider.NOT)));
    }
    return all;
  }

  private GridSearch grid() {
    return new GridSearch(ladders, tuning.repeats(), tuning.trialsMax());
  }

  /** A longer ladder has the same values, but for rounding. */
  private Map<String, Double> onLadders(Map<String, Double> setting) {
    Map<String, Double> same = new LinkedHashMap<>();
    for (Knob knob : ladders) {
      same.put(knob.name(), knob.levels().get(knob.nearest(setting.get(knob.name()))));
    }
    return same;
  }
}
