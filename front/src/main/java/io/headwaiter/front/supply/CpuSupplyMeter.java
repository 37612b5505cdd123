package io.headwaiter.front.supply;

import io.headwaiter.core.capacity.CpuSupply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;

/**
 * Measures {@link CpuSupply} from the files of a Linux kernel. What is missing is taken for not
 * limited, and what makes no sense is said once and taken for missing; without {@code /proc} there
 * are as many processors as the JVM says.
 *
 * <p>To be asked every 100 ms or more often, by one thread.
 */
public final class CpuSupplyMeter {
  private static final System.Logger LOG = System.getLogger(CpuSupplyMeter.class.getName());

  private final IntSupplier processors;
  private final LongSupplier ownCpuNanos;
  private final Consumer<String> complaints;
  private final Set<String> said = new HashSet<>();
  private final FileText text = new FileText();
  private final KernelFile statFile;
  private final KernelFile statusFile;
  private final CpuTicks ticks = new CpuTicks();
  private final QuotaGroups groups;
  private final BitSet affinity = new BitSet();
  private final BitSet now = new BitSet();
  private final BitSet before = new BitSet();
  private final SmoothedRate own = new SmoothedRate(SupplyLaw.TAU_NANOS);
  private final SmoothedRate idle = new SmoothedRate(SupplyLaw.TAU_NANOS);
  private final SmoothedRate stolen = new SmoothedRate(SupplyLaw.TAU_NANOS);
  private final SupplyLaw law = new SupplyLaw();
  private long lastNanos;
  private CpuSupply last;

  /**
   * A meter that has opened nothing yet.
   *
   * @param root where {@code proc} and {@code sys} are: {@code /}, or a fixture
   * @param processors what the JVM says, for a host that has no such files
   * @param ownCpuNanos CPU time of this process since its start
   * @param complaints gets one sentence about each file that makes no sense
   */
  public CpuSupplyMeter(
      Path root, IntSupplier processors, LongSupplier ownCpuNanos, Consumer<String> complaints) {
    this.processors = processors;
    this.ownCpuNanos = ownCpuNanos;
    this.complaints = complaints;
    statFile = new KernelFile(root.resolve("proc/stat"));
    statusFile = new KernelFile(root.resolve("proc/self/status"));
    groups = new QuotaGroups(root);
  }

  /**
   * A meter of the host it runs on, which complains to the log.
   *
   * @param ownCpuNanos CPU time of this process since its start
   */
  public static CpuSupplyMeter ofThisHost(LongSupplier ownCpuNanos) {
    return new CpuSupplyMeter(
        Path.of("/"),
        Runtime.getRuntime()::availableProcessors,
        ownCpuNanos,
        sentence -> LOG.log(System.Logger.Level.WARNING, sentence));
  }

  /**
   * What there is now.
   *
   * @param nowNanos monotonic
   * @param wanting whether work of this process waits for processors
   */
  public CpuSupply sample(long nowNanos, boolean wanting) {
    if (last != null && nowNanos <= lastNanos) {
      return last;
    }
    boolean first = last == null;
    double elapsedNanos = first ? 1 : nowNanos - lastNanos;
    lastNanos = nowNanos;
    groups.read(nowNanos, elapsedNanos);
    double cpus = readProcessors(elapsedNanos);
    own.add(ownCpuNanos.getAsLong(), elapsedNanos);
    groups.garbled().ifPresent(this::complain);
    double allowed = Math.min(cpus, groups.quota());
    double used = own.isKnown() ? own.rate() : 0;
    last =
        first
            ? CpuSupply.of(allowed)
            : law.step(
                new SupplyLaw.Input(
                    elapsedNanos,
                    allowed,
                    cpus,
                    used,
                    idle.isKnown() ? idle.rate() : Math.max(0, cpus - used),
                    groups.room(used),
                    stolen.isKnown() ? stolen.rate() : 0,
                    Math.min(1, groups.throttled() / cpus),
                    wanting));
    return last;
  }

  /** How many processors it may use, and what they have done. */
  private double readProcessors(double elapsedNanos) {
    boolean bound = statusFile.read(text) && CpuList.readStatus(text, affinity);
    complainIf(!bound && text.length() > 0, statusFile);
    boolean counted = statFile.read(text) && ticks.read(text);
    complainIf(!counted && text.length() > 0, statFile);
    now.clear();
    if (bound) {
      now.or(affinity);
    } else if (counted) {
      now.or(ticks.online());
    }
    groups.narrow(now);
    if (counted) {
      narrow(now, ticks.online());
    }
    if (!now.equals(before)) {
      idle.reset();
      stolen.reset();
      before.clear();
      before.or(now);
    }
    // Some containers number the processors that they show anew.
    BitSet shown = now.intersects(ticks.online()) ? now : ticks.online();
    idle.add(counted ? ticks.idleNanos(shown) : FileText.NONE, elapsedNanos);
    stolen.add(counted ? ticks.stolenNanos(shown) : FileText.NONE, elapsedNanos);
    return now.isEmpty() ? Math.max(1, processors.getAsInt()) : now.cardinality();
  }

  /** Leaves out what is not in both, unless nothing were left. */
  static void narrow(BitSet cpus, BitSet others) {
    if (cpus.intersects(others)) {
      cpus.and(others);
    }
  }

  private void complainIf(boolean senseless, KernelFile file) {
    if (senseless) {
      complain(file.path());
    }
  }

  private void complain(Path path) {
    if (said.add(path.toString())) {
      complaints.accept(
          path + " cannot be understood and is left out of the processors that are available.");
    }
  }

  /** Closes the files; the next sample opens them again. */
  public void close() {
    statFile.close();
    statusFile.close();
    groups.close();
  }

  /** A text that is read once; empty if it cannot be read. */
  static String once(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      return "";
    }
  }
}
