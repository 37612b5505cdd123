package io.headwaiter.front.supply;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The control groups that this process is in. They may change, so they are looked up again every
 * second. Not thread-safe.
 */
final class QuotaGroups {
  private static final long LOOKUP_NANOS = 1_000_000_000L;

  private final Path root;
  private final KernelFile membershipFile;
  private final FileText text = new FileText();
  private final BitSet cpus = new BitSet();
  private List<QuotaGroup> groups = List.of();
  private List<KernelFile> cpusets = List.of();
  private String membership = "";
  private long nextLookupNanos;
  private boolean started;
  private double quota = Double.POSITIVE_INFINITY;

  QuotaGroups(Path root) {
    this.root = root;
    membershipFile = new KernelFile(root.resolve("proc/self/cgroup"));
  }

  /** Reads the quotas and their use. */
  void read(long nowNanos, double elapsedNanos) {
    lookUp(nowNanos);
    quota = Double.POSITIVE_INFINITY;
    for (QuotaGroup group : groups) {
      group.read(elapsedNanos);
      quota = Math.min(quota, group.quota());
    }
  }

  private void lookUp(long nowNanos) {
    if (started && nowNanos - nextLookupNanos < 0) {
      return;
    }
    nextLookupNanos = nowNanos + LOOKUP_NANOS;
    String found = membershipFile.read(text) ? text.toString() : "";
    if (started && found.equals(membership)) {
      return;
    }
    started = true;
    membership = found;
    close();
    Cgroups where =
        new Cgroups(CpuSupplyMeter.once(root.resolve("proc/self/mountinfo")), membership);
    groups = new ArrayList<>();
    cpusets = new ArrayList<>();
    try {
      addUnified(where);
      addLegacy(where);
    } catch (InvalidPathException e) {
      // A group with a name that is no path: those found before it count.
    }
  }

  private void addUnified(Cgroups where) {
    List<Path> chain = where.unified();
    for (Path group : chain) {
      groups.add(QuotaGroup.unified(inRoot(group), SupplyLaw.TAU_NANOS));
    }
    if (!chain.isEmpty()) {
      cpusets.add(new KernelFile(inRoot(chain.get(0)).resolve("cpuset.cpus.effective")));
    }
  }

  private void addLegacy(Cgroups where) {
    List<Path> chain = where.of("cpu");
    List<Path> accounting = where.of("cpuacct");
    // In separate trees the groups may differ; then the use of a group is not known.
    boolean same = where.together("cpu", "cpuacct") && chain.size() == accounting.size();
    for (int i = 0; i < chain.size(); i++) {
      Path account = same ? inRoot(accounting.get(i)) : null;
      groups.add(QuotaGroup.legacy(inRoot(chain.get(i)), account, SupplyLaw.TAU_NANOS));
    }
    List<Path> sets = where.of("cpuset");
    if (!sets.isEmpty()) {
      cpusets.add(new KernelFile(inRoot(sets.get(0)).resolve("cpuset.effective_cpus")));
    }
  }

  private Path inRoot(Path absolute) {
    return root.resolve(absolute.getRoot().relativize(absolute));
  }

  /** Removes processors that are not in the process's sets, unless nothing would be left. */
  void narrow(BitSet processors) {
    for (KernelFile file : cpusets) {
      if (file.read(text) && CpuList.read(text, cpus)) {
        HostProcessors.narrow(processors, cpus);
      }
    }
  }

  /** Returns the smallest of all quotas, in processors; infinity if there is none. */
  double quota() {
    return quota;
  }

  /**
   * Returns the remainder of the quota that has least left, in processors.
   *
   * @param own what this process uses, for groups that do not show their use or show less
   */
  double room(double own) {
    double room = Double.POSITIVE_INFINITY;
    for (QuotaGroup group : groups) {
      double use = Double.isNaN(group.use()) ? own : Math.max(own, group.use());
      room = Math.min(room, Math.max(0, group.quota() - use));
    }
    return room;
  }

  /** Returns for how many processors' worth of time a quota stops it. */
  double throttled() {
    double most = 0;
    for (QuotaGroup group : groups) {
      most = Math.max(most, group.throttled());
    }
    return most;
  }

  /** Returns the file of a quota that cannot be understood; empty if there is none. */
  Optional<Path> garbled() {
    for (QuotaGroup group : groups) {
      if (group.isGarbled()) {
        return Optional.of(group.quotaPath());
      }
    }
    return Optional.empty();
  }

  void close() {
    membershipFile.close();
    groups.forEach(QuotaGroup::close);
    cpusets.forEach(KernelFile::close);
  }
}
