package io.headwaiter.load.search;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A search for the best setting. The caller asks for the {@link #next} setting, tries it, and
 * {@link #tell tells} the score, until no setting is left to try.
 *
 * <pre>
 *   1. all combinations of the knobs' coarse levels, once each
 *   2. the one with the best mean, until it has {@code repeats} scores or is no longer the best
 *   3. its neighbours along each knob, a stride, half a stride, ... and one level away, once each;
 *      from 2 again with the best one now
 *   4. the end: the best has {@code repeats} scores, and none of its neighbours is better
 * </pre>
 *
 * <p>Scores may be noisy. A single score that is too high by chance makes a setting the best only
 * until it is tried again. A setting whose single score was too low by chance is not tried again.
 *
 * <p>The next setting depends only on the earlier trials: an interrupted search continues where it
 * was when it is told the earlier trials.
 *
 * <p>Cost: with k knobs of c coarse levels each, c^k + repeats + 2 k (1 + log2 stride) trials if
 * the best coarse setting stays the best; {@code trialsMax} is a hard bound. Not thread-safe.
 */
public final class GridSearch {
  private final List<Knob> knobs;
  private final int repeats;
  private final int trialsMax;
  private final List<Trial> trials = new ArrayList<>();
  private final Map<List<Integer>, Mean> means = new LinkedHashMap<>();

  /**
   * Creates a search without trials.
   *
   * @param knobs the numbers that can be set, at least one
   * @param repeats how often the best is tried, at least 1; 1 where scores have no noise
   * @param trialsMax the most trials, at least 1
   */
  public GridSearch(List<Knob> knobs, int repeats, int trialsMax) {
    if (knobs.isEmpty()) {
      throw new IllegalArgumentException("there must be a knob to turn.");
    }
    if (repeats < 1 || trialsMax < 1) {
      throw new IllegalArgumentException(
          "repeats and trialsMax must be at least 1, got " + repeats + " and " + trialsMax);
    }
    this.knobs = List.copyOf(knobs);
    this.repeats = repeats;
    this.trialsMax = trialsMax;
  }

  /** Returns the setting to try now, by the names of the knobs; empty at the end. */
  public Optional<Map<String, Double>> next() {
    return trials.size() >= trialsMax ? Optional.empty() : wanted().map(this::setting);
  }

  /**
   * Adds the score of a setting from {@link #next} or from an earlier search with the same knobs.
   *
   * @throws IllegalArgumentException with a sentence, if the setting does not fit the knobs or the
   *     score is not finite
   */
  public void tell(Map<String, Double> setting, double score) {
    Trial trial = new Trial(setting, score);
    means.computeIfAbsent(point(setting), unused -> new Mean()).add(score);
    trials.add(trial);
  }

  /** Returns all trials in their order. */
  public List<Trial> trials() {
    return List.copyOf(trials);
  }

  /**
   * Returns the setting with the best mean, and that mean.
   *
   * @throws IllegalStateException before the first trial
   */
  public Trial best() {
    if (means.isEmpty()) {
      throw new IllegalStateException("Nothing was tried yet.");
    }
    List<Integer> best = leader();
    return new Trial(setting(best), means.get(best).value());
  }

  /** Returns whether the best was tried often enough and all its neighbours were tried. */
  public boolean settled() {
    return wanted().isEmpty();
  }

  /**
   * Returns the names of the knobs that the best setting has at the first or last level of their
   * ladder, where a wider ladder could be better. {@link Knob#NONE} is no such level.
   */
  public List<String> atTheEdge() {
    List<String> names = new ArrayList<>();
    List<Integer> best = leader();
    for (int k = 0; k < knobs.size(); k++) {
      Knob knob = knobs.get(k);
      int index = best.get(k);
      int last = knob.levels().size() - 1;
      boolean edge = index == 0 || (index == last && knob.levels().get(last) != Knob.NONE);
      if (last > 0 && edge) {
        names.add(knob.name());
      }
    }
    return names;
  }

  private Optional<List<Integer>> wanted() {
    Optional<List<Integer>> untried =
        coarse().stream().filter(point -> !means.containsKey(point)).findFirst();
    if (untried.isPresent()) {
      return untried;
    }
    List<Integer> best = leader();
    if (means.get(best).count < repeats) {
      return Optional.of(best);
    }
    return neighbours(best).stream().filter(point -> !means.containsKey(point)).findFirst();
  }

  private List<List<Integer>> coarse() {
    List<List<Integer>> points = List.of(List.of());
    for (Knob knob : knobs) {
      List<List<Integer>> longer = new ArrayList<>();
      for (List<Integer> point : points) {
        for (int index : knob.coarse()) {
          List<Integer> more = new ArrayList<>(point);
          more.add(index);
          longer.add(more);
        }
      }
      points = longer;
    }
    return points;
  }

  private List<List<Integer>> neighbours(List<Integer> centre) {
    int longest = knobs.stream().mapToInt(Knob::stride).max().orElseThrow();
    List<List<Integer>> all = new ArrayList<>();
    for (int reach = longest; reach >= 1; reach /= 2) {
      for (int k = 0; k < knobs.size(); k++) {
        if (reach <= knobs.get(k).stride()) {
          addNeighbour(all, centre, k, reach);
          addNeighbour(all, centre, k, -reach);
        }
      }
    }
    return all;
  }

  private void addNeighbour(List<List<Integer>> all, List<Integer> centre, int k, int way) {
    int last = knobs.get(k).levels().size() - 1;
    int index = Math.max(0, Math.min(last, centre.get(k) + way));
    List<Integer> neighbour = new ArrayList<>(centre);
    neighbour.set(k, index);
    all.add(neighbour);
  }

  /** Returns the setting with the best mean; of equal ones the one that was tried first. */
  private List<Integer> leader() {
    List<Integer> best = null;
    for (Map.Entry<List<Integer>, Mean> one : means.entrySet()) {
      if (best == null || one.getValue().value() > means.get(best).value()) {
        best = one.getKey();
      }
    }
    return best;
  }

  private Map<String, Double> setting(List<Integer> point) {
    Map<String, Double> setting = new LinkedHashMap<>();
    for (int k = 0; k < knobs.size(); k++) {
      setting.put(knobs.get(k).name(), knobs.get(k).levels().get(point.get(k)));
    }
    return setting;
  }

  private List<Integer> point(Map<String, Double> setting) {
    List<Integer> point = new ArrayList<>();
    for (Knob knob : knobs) {
      Double value = setting.get(knob.name());
      int index = value == null ? -1 : knob.levels().indexOf(value);
      if (index < 0 || setting.size() != knobs.size()) {
        throw new IllegalArgumentException(
            setting
                + " cannot be set: "
                + knob.name()
                + " must be one of "
                + knob.levels()
                + ". Was it tried by a search with other knobs?");
      }
      point.add(index);
    }
    return point;
  }

  private static final class Mean {
    private double sum;
    private int count;

    void add(double score) {
      sum += score;
      count++;
    }

    double value() {
      return sum / count;
    }
  }
}
