package io.headwaiter.front.supply;

import io.headwaiter.core.capacity.CpuSupply;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Measures {@link CpuSupply} from the files of a Linux kernel. A missing file counts as no limit. A
 * file that makes no sense is reported once and counts as missing. Without {@code /proc} there are
 * as many processors as the JVM says.
 *
 * <p>To be asked every 50 ms or more often, by one thread. A changed quota shows at the next
 * sample, a changed affinity at the next but one at the latest.
 */
public final class CpuSupplyMeter {
  private static final System.Logger LOG = System.getLogger(CpuSupplyMeter.class.getName());

  private final IntSupplier processors;
  private final LongSupplier ownCpuNanos;
  private final Consumer<String> complaints;
  private final Set<String> said = new HashSet<>();
  private final QuotaGroups groups;
  private final HostProcessors host;
  private final SmoothedRate own = new SmoothedRate(SupplyLaw.TAU_NANOS);
  private final SupplyLaw law = new SupplyLaw();
  private long lastNanos;
  private @Nullable CpuSupply last;

  /**
   * Creates a meter that has opened nothing yet.
   *
   * @param root where {@code proc} and {@code sys} are: {@code /}, or a fixture
   * @param processors what the JVM says, for a host that has no such files
   * @param ownCpuNanos CPU time of this process since its start
   * @param complaints receives one sentence about each file that makes no sense
   */
  public CpuSupplyMeter(
      Path root, IntSupplier processors, LongSupplier ownCpuNanos, Consumer<String> complaints) {
    this.processors = processors;
    this.ownCpuNanos = ownCpuNanos;
    this.complaints = complaints;
    groups = new QuotaGroups(root);
    host = new HostProcessors(root, groups, this::complain);
  }

  /**
   * Creates a meter of the host it runs on, which complains to the log.
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
   * Returns the present supply.
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
    own.add(ownCpuNanos.getAsLong(), elapsedNanos);
    groups.read(nowNanos, elapsedNanos);
    groups.garbled().ifPresent(this::complain);
    host.look(elapsedNanos);
    double cpus = host.count() > 0 ? host.count() : Math.max(1, processors.getAsInt());
    double allowed = Math.min(cpus, groups.quota());
    last = first ? CpuSupply.of(allowed) : law.step(input(elapsedNanos, allowed, cpus, wanting));
    return last;
  }

  private SupplyLaw.Input input(double elapsedNanos, double allowed, double cpus, boolean wanting) {
    double used = own.isKnown() ? own.rate() : 0;
    return new SupplyLaw.Input(
        elapsedNanos,
        allowed,
        cpus,
        used,
        own.isKnown() ? own.latest() : 0,
        Double.isNaN(host.idle()) ? Math.max(0, cpus - used) : host.idle(),
        groups.room(used),
        Double.isNaN(host.stolen()) ? 0 : host.stolen(),
        Math.min(1, groups.throttled() / cpus),
        wanting);
  }

  private void complain(Path path) {
    if (said.add(path.toString())) {
      complaints.accept(
          path + " cannot be understood and is left out of the processors that are available.");
    }
  }

  /** Closes the files; the next sample opens them again. */
  public void close() {
    host.close();
    groups.close();
  }

  /** Reads a text once; returns an empty one if it cannot be read. */
  static String once(Path path) {
    try {
      return Files.readString(path);
    } catch (IOException e) {
      return "";
    }
  }
}
