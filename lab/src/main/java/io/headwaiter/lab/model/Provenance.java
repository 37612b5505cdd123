package io.headwaiter.lab.model;

/**
 * Where a figure comes from.
 *
 * @param commit abbreviated hash of the sources; "unknown" outside of a repository
 * @param dirty whether the sources differed from that commit
 * @param date of the measurement, ISO 8601 in UTC
 * @param machine processors, kernel and JDK
 * @param speed speed of the machine relative to the reference loop's; NaN if it was not measured
 * @param command the command line
 * @param seed decides arrivals, walks and think times
 */
public record Provenance(
    String commit,
    boolean dirty,
    String date,
    String machine,
    double speed,
    String command,
    long seed) {

  /** Of figures that nothing was run for. */
  public static final Provenance NONE = new Provenance("", false, "", "", Double.NaN, "", 0);

  /** Returns the same for another instant and seed. */
  public Provenance at(String newDate, long newSeed) {
    return new Provenance(commit, dirty, newDate, machine, speed, command, newSeed);
  }
}
