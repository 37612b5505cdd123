package io.headwaiter.front.supply;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * One control group and its quota, of either version. The quota is as it was last read; the group's
 * use of it is smoothed. Not thread-safe.
 */
final class QuotaGroup {
  private final KernelFile quotaFile;
  private final @Nullable KernelFile periodFile; // version 1 only
  private final KernelFile statFile;
  private final @Nullable KernelFile usageFile; // version 1 only, and only where it can be found
  private final FileText text = new FileText();
  private final FileText period = new FileText();
  private final GroupStat stat = new GroupStat();
  private final SmoothedRate use;
  private final SmoothedRate throttled;
  private double quota = Double.POSITIVE_INFINITY;
  private boolean garbled;

  private QuotaGroup(
      KernelFile quotaFile,
      @Nullable KernelFile periodFile,
      KernelFile statFile,
      @Nullable KernelFile usageFile,
      double tauNanos) {
    this.quotaFile = quotaFile;
    this.periodFile = periodFile;
    this.statFile = statFile;
    this.usageFile = usageFile;
    this.use = new SmoothedRate(tauNanos);
    this.throttled = new SmoothedRate(tauNanos);
  }

  static QuotaGroup unified(Path group, double tauNanos) {
    return new QuotaGroup(
        new KernelFile(group.resolve("cpu.max")),
        null,
        new KernelFile(group.resolve("cpu.stat")),
        null,
        tauNanos);
  }

  /**
   * Returns a group of version 1.
   *
   * @param accounting the same group in the tree of {@code cpuacct}; null if there is none
   */
  static QuotaGroup legacy(Path group, @Nullable Path accounting, double tauNanos) {
    return new QuotaGroup(
        new KernelFile(group.resolve("cpu.cfs_quota_us")),
        new KernelFile(group.resolve("cpu.cfs_period_us")),
        new KernelFile(group.resolve("cpu.stat")),
        accounting == null ? null : new KernelFile(accounting.resolve("cpuacct.usage")),
        tauNanos);
  }

  /** Reads all that is needed; without a quota, nothing else. */
  void read(double elapsedNanos) {
    quota = readQuota();
    if (quota == Double.POSITIVE_INFINITY) {
      use.reset();
      throttled.reset();
      return;
    }
    statFile.read(text);
    stat.read(text);
    throttled.add(stat.throttledNanos(), elapsedNanos);
    use.add(usageFile == null ? stat.usageNanos() : readUsage(usageFile), elapsedNanos);
  }

  /**
   * Returns the quota. A group without the file, such as the topmost one, has none; nor has one
   * with a garbled file.
   */
  private double readQuota() {
    if (!quotaFile.read(text)) {
      return Double.POSITIVE_INFINITY;
    }
    double read = periodFile == null ? CpuQuota.ofMax(text) : legacyQuota(periodFile);
    garbled = Double.isNaN(read);
    return garbled ? Double.POSITIVE_INFINITY : read;
  }

  private double legacyQuota(KernelFile file) {
    if (text.take("-1")) {
      return Double.POSITIVE_INFINITY;
    }
    file.read(period);
    return CpuQuota.ofCfs(text, period);
  }

  private long readUsage(KernelFile file) {
    return file.read(text) ? text.number() : FileText.NONE;
  }

  /** Returns the quota in processors; infinity for none. */
  double quota() {
    return quota;
  }

  /** Returns the processors that the whole group uses; NaN if that is not known. */
  double use() {
    return use.rate();
  }

  /** Returns for how many processors' worth of time its quota stopped it. */
  double throttled() {
    return throttled.isKnown() ? throttled.rate() : 0;
  }

  /** Returns whether its quota cannot be understood. */
  boolean isGarbled() {
    return garbled;
  }

  Path quotaPath() {
    return quotaFile.path();
  }

  void close() {
    quotaFile.close();
    statFile.close();
    if (periodFile != null) {
      periodFile.close();
    }
    if (usageFile != null) {
      usageFile.close();
    }
  }
}
