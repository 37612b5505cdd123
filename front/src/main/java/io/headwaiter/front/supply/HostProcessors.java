package io.headwaiter.front.supply;

import java.nio.file.Path;
import java.util.BitSet;
import java.util.function.Consumer;

/**
 * The processors that this process may use, and their load. Affinity and ticks are read in turn,
 * each at every other look. Not thread-safe.
 */
final class HostProcessors {
  private final KernelFile statFile;
  private final KernelFile statusFile;
  private final QuotaGroups groups;
  private final Consumer<Path> senseless;
  private final FileText text = new FileText();
  private final CpuTicks ticks = new CpuTicks();
  private final BitSet affinity = new BitSet();
  private final BitSet usable = new BitSet();
  private final BitSet usableBefore = new BitSet();
  private final SmoothedRate idle = new SmoothedRate(SupplyLaw.TAU_NANOS);
  private final SmoothedRate stolen = new SmoothedRate(SupplyLaw.TAU_NANOS);
  private boolean bound;
  private boolean counted;
  private double sinceTicksNanos;
  private long looks;

  /**
   * @param groups their sets of processors count, too
   * @param senseless receives files that make no sense
   */
  HostProcessors(Path root, QuotaGroups groups, Consumer<Path> senseless) {
    statFile = new KernelFile(root.resolve("proc/stat"));
    statusFile = new KernelFile(root.resolve("proc/self/status"));
    this.groups = groups;
    this.senseless = senseless;
  }

  /** Reads one part; everything at the first look. */
  void look(double elapsedNanos) {
    sinceTicksNanos += elapsedNanos;
    boolean first = looks == 0;
    boolean even = looks % 2 == 0;
    looks++;
    if (first || !even) {
      readTicks();
    }
    if (even) {
      readAffinity();
    }
    if (first || !even) {
      rate();
    }
  }

  private void readAffinity() {
    bound = statusFile.read(text) && CpuList.readStatus(text, affinity);
    complainIf(!bound, statusFile);
    usable.clear();
    if (bound) {
      usable.or(affinity);
    } else if (counted) {
      usable.or(ticks.online());
    }
    groups.narrow(usable);
    if (counted) {
      narrow(usable, ticks.online());
    }
  }

  private void readTicks() {
    counted = statFile.read(text) && ticks.read(text);
    complainIf(!counted, statFile);
  }

  private void rate() {
    if (!usable.equals(usableBefore)) {
      idle.reset();
      stolen.reset();
      usableBefore.clear();
      usableBefore.or(usable);
    }
    // Some containers number the processors that they show anew.
    BitSet shown = usable.intersects(ticks.online()) ? usable : ticks.online();
    idle.add(counted ? ticks.idleNanos(shown) : FileText.NONE, sinceTicksNanos);
    stolen.add(counted ? ticks.stolenNanos(shown) : FileText.NONE, sinceTicksNanos);
    sinceTicksNanos = 0;
  }

  /** Removes what is not in both, unless nothing would be left. */
  static void narrow(BitSet cpus, BitSet others) {
    if (cpus.intersects(others)) {
      cpus.and(others);
    }
  }

  /** Reports a file with a wrong text; a missing file is not reported. */
  private void complainIf(boolean wrong, KernelFile file) {
    if (wrong && text.length() > 0) {
      senseless.accept(file.path());
    }
  }

  /** Returns how many there are; 0 if that is not known. */
  int count() {
    return usable.cardinality();
  }

  /** Returns how many are idle, smoothed; NaN if that is not known. */
  double idle() {
    return usable.equals(usableBefore) ? idle.rate() : Double.NaN;
  }

  /** Returns how many the host takes away, smoothed; NaN if that is not known. */
  double stolen() {
    return usable.equals(usableBefore) ? stolen.rate() : Double.NaN;
  }

  void close() {
    statFile.close();
    statusFile.close();
  }
}
