package io.headwaiter.lab.model;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What was measured in a cell: the only type of result there is. Immutable.
 *
 * @param cell what was measured
 * @param attempt from 1; a cell in doubt is measured again
 * @param values by name; a value that could not be read is missing
 * @param doubts why this attempt does not count; empty if it counts
 * @param provenance where it comes from
 */
public record Observation(
    Cell cell,
    int attempt,
    SortedMap<String, Double> values,
    List<String> doubts,
    Provenance provenance) {

  /** Copies the collections. */
  public Observation {
    values = Collections.unmodifiableSortedMap(new TreeMap<>(values));
    doubts = List.copyOf(doubts);
  }

  /** Returns whether the figures count. */
  public boolean counts() {
    return doubts.isEmpty();
  }

  /** Returns a value; NaN if it is missing. */
  public double value(String name) {
    return values.getOrDefault(name, Double.NaN);
  }
}
