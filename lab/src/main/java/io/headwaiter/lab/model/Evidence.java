package io.headwaiter.lab.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * The observations of an experiment, the last attempt of each cell. Immutable.
 *
 * <p>A cell whose last attempt is in doubt has no figures: its round does not count for a claim
 * that needs it, whatever was measured.
 */
public final class Evidence {
  private static final Pattern ROUNDS = Pattern.compile("--rounds[= ]+(\\d+)");

  private final List<Observation> all;
  private final Map<Cell, Observation> last = new HashMap<>();
  private final List<Integer> rounds;

  /** Takes observations in any order; of several attempts the one with the highest number. */
  public Evidence(List<Observation> observations) {
    all = List.copyOf(observations);
    for (Observation one : all) {
      last.merge(one.cell(), one, (a, b) -> a.attempt() >= b.attempt() ? a : b);
    }
    TreeSet<Integer> numbers = new TreeSet<>();
    all.stream()
        .map(Observation::cell)
        .filter(cell -> !cell.comesBeforeRounds())
        .forEach(cell -> numbers.add(cell.round()));
    rounds = List.copyOf(numbers);
  }

  /** Returns the numbers of the rounds, ascending. */
  public List<Integer> rounds() {
    return rounds;
  }

  /** Returns what was searched before the first round, in its order. */
  public List<Observation> searches() {
    return all.stream()
        .filter(o -> o.cell().comesBeforeRounds() && !Preparation.isWarmUp(o.cell()))
        .toList();
  }

  /** Returns all attempts. */
  public List<Observation> all() {
    return all;
  }

  /** Returns the metric of a cell in each round, in the order of {@link #rounds}; NaN for none. */
  public double[] perRound(Metric metric, String server, String load) {
    return rounds.stream()
        .mapToDouble(
            round -> {
              Observation seen = last.get(new Cell(server, load, round));
              return seen == null || !seen.counts() ? Double.NaN : metric.of(seen);
            })
        .toArray();
  }

  /**
   * Returns, in words, what keeps a claim from holding whatever its figure is: searches for 1x or
   * for these servers' settings that ended before they were done, since a longer one could have
   * found something better, servers that were not warm, and a number of rounds that was changed
   * when some had been seen: whoever adds rounds until a claim holds makes it hold.
   */
  public Set<String> reservations(Set<Quantity.Series> needs) {
    Set<String> reasons = new TreeSet<>();
    for (Observation one : last.values()) {
      if (one.cell().comesBeforeRounds() && Preparation.concerns(one.cell(), needs)) {
        Preparation.reservation(one).ifPresent(reasons::add);
      }
    }
    if (askedRounds() > 1) {
      reasons.add("--rounds was changed after some rounds had been measured");
    }
    return reasons;
  }

  /** Returns how many different numbers of rounds the commands asked for. */
  private long askedRounds() {
    return all.stream()
        .filter(one -> !one.cell().comesBeforeRounds())
        .map(one -> ROUNDS.matcher(one.provenance().command()))
        .map(asked -> asked.find() ? asked.group(1) : "")
        .distinct()
        .count();
  }

  /** Returns what is in doubt after the last attempt, in words; empty if everything counts. */
  public List<String> doubts() {
    List<String> words = new ArrayList<>();
    for (Observation one : all) {
      if (one.equals(last.get(one.cell())) && !one.counts()) {
        words.add(one.cell() + ": " + String.join(" ", one.doubts()));
      }
    }
    return words;
  }

  /** Returns how many attempts were measured again because they were in doubt. */
  public long repeated() {
    return all.stream().filter(o -> o.attempt() > 1 && !o.cell().comesBeforeRounds()).count();
  }
}
