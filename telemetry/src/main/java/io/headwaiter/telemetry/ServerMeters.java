package io.headwaiter.telemetry;

import io.headwaiter.core.capacity.FirstUses;
import io.headwaiter.core.capacity.VisitWork;
import io.headwaiter.core.profile.RequestProfile;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * The measurements of the worker threads, as totals since the start. Thread-safe: many threads
 * write without contention, and a reader sees each total by itself.
 *
 * <p>The CPU time of first uses ({@link FirstUseWatch}) is entered in a total of its own and
 * nowhere else.
 */
public final class ServerMeters {
  private final LongAdder fullHandshakes = new LongAdder();
  private final LongAdder fullHandshakeCpuNanos = new LongAdder();
  private final LongAdder resumedHandshakes = new LongAdder();
  private final LongAdder resumedHandshakeCpuNanos = new LongAdder();
  private final LongAdder parallelHandshakes = new LongAdder();
  private final LongAdder parallelHandshakeCpuNanos = new LongAdder();
  private final LongAdder failedHandshakes = new LongAdder();
  private final LongAdder failedHandshakeCpuNanos = new LongAdder();
  private final LongAdder requests = new LongAdder();
  private final LongAdder requestCpuNanos = new LongAdder();
  private final LongAdder requestsRefused = new LongAdder();
  private final DurationHistogram responseTimes = new DurationHistogram();
  private final LongAdder returningVisits = new LongAdder();
  private final LongAdder visitsBegun = new LongAdder();
  private final LongAdder courtesyPages = new LongAdder();
  private final LongAdder courtesyCpuNanos = new LongAdder();
  private final LongAdder queueDelays = new LongAdder();
  private final LongAdder queueDelayNanos = new LongAdder();
  private final LongAdder deferredTurns = new LongAdder();
  private final LongAdder deferredCpuNanos = new LongAdder();
  private final LongAdder handshakesUnderWayCpuNanos = new LongAdder();
  private final LongAdder excessCpuNanos = new LongAdder();
  private final LongAdder connectionCpuNanos = new LongAdder();
  private final LongAdder[] visitTurns = adders(VisitWork.BINS);
  private final LongAdder[] visitCpuNanos = adders(VisitWork.BINS);
  private final LongAdder firstRequests = new LongAdder();
  private final LongAdder firstFullHandshakes = new LongAdder();
  private final LongAdder firstResumedHandshakes = new LongAdder();
  private final LongAdder firstFailedHandshakes = new LongAdder();
  private final LongAdder firstUseCpuNanos = new LongAdder();
  private final FirstUseWatch fullHandshakeWatch;
  private final FirstUseWatch resumedHandshakeWatch;
  private final FirstUseWatch failedHandshakeWatch;
  private final FirstUseWatch connectionWatch;
  private final TurnClocks turnClocks = new TurnClocks();
  private final RequestTypes requestTypes;
  private final RecordedAddresses addresses = new RecordedAddresses();

  /** Creates meters at 0. */
  public ServerMeters() {
    this(System::nanoTime);
  }

  /**
   * Creates meters at 0.
   *
   * @param clock monotonic, nanoseconds; read only while first uses are told apart
   */
  ServerMeters(LongSupplier clock) {
    fullHandshakeWatch = new FirstUseWatch(clock);
    resumedHandshakeWatch = new FirstUseWatch(clock);
    failedHandshakeWatch = new FirstUseWatch(clock);
    connectionWatch = new FirstUseWatch(clock);
    requestTypes = new RequestTypes(clock);
  }

  private static LongAdder[] adders(int count) {
    LongAdder[] adders = new LongAdder[count];
    Arrays.setAll(adders, i -> new LongAdder());
    return adders;
  }

  /** Adds CPU time of a handshake step; {@link #handshake} or {@link #failedHandshake} follows. */
  public void handshakeStep(long cpuNanos) {
    handshakesUnderWayCpuNanos.add(cpuNanos);
  }

  /** Returns the CPU time of the handshakes that are under way, in nanoseconds. */
  public long handshakesUnderWayCpuNanos() {
    return handshakesUnderWayCpuNanos.sum();
  }

  /**
   * Counts a handshake that has finished, proven full or resumed.
   *
   * @return whether it was a first use, which adds to no visit cost
   */
  public boolean handshake(boolean resumed, long cpuNanos) {
    (resumed ? resumedHandshakes : fullHandshakes).increment();
    handshakesUnderWayCpuNanos.add(-cpuNanos);
    if ((resumed ? resumedHandshakeWatch : fullHandshakeWatch).noteUse(cpuNanos)) {
      firstUse(resumed ? firstResumedHandshakes : firstFullHandshakes, cpuNanos);
      return true;
    }
    (resumed ? resumedHandshakeCpuNanos : fullHandshakeCpuNanos).add(cpuNanos);
    return false;
  }

  /**
   * Marks a full handshake, counted by {@link #handshake} before, as one of a parallel connection:
   * no visit began with it.
   *
   * @param cpuNanos 0 if it was a first use
   */
  public void parallelHandshake(long cpuNanos) {
    parallelHandshakes.increment();
    parallelHandshakeCpuNanos.add(cpuNanos);
  }

  /** Counts a handshake that either side gave up. */
  public void failedHandshake(long cpuNanos) {
    failedHandshakes.increment();
    handshakesUnderWayCpuNanos.add(-cpuNanos);
    if (failedHandshakeWatch.noteUse(cpuNanos)) {
      firstUse(firstFailedHandshakes, cpuNanos);
    } else {
      failedHandshakeCpuNanos.add(cpuNanos);
    }
  }

  /**
   * Counts a request that was served.
   *
   * @param type type from {@link #requestTypes}
   * @return whether it was a first use, which adds to no visit cost
   */
  public boolean request(RequestTypes.Type type, long cpuNanos) {
    requests.increment();
    if (type.noteUse(cpuNanos)) {
      firstUse(firstRequests, cpuNanos);
      return true;
    }
    requestCpuNanos.add(cpuNanos);
    return false;
  }

  private void firstUse(LongAdder count, long cpuNanos) {
    // The time first: a reader that saw only the count would take first uses for cheap ones.
    firstUseCpuNanos.add(cpuNanos);
    count.increment();
  }

  /** Counts a visit that was proven to have begun with a resumed handshake. */
  public void returningVisit() {
    returningVisits.increment();
  }

  /**
   * Counts a visit when its first request comes, whatever handshake it began with; an unknown visit
   * when its handshake is done.
   */
  public void visitBegins() {
    visitsBegun.increment();
  }

  /** Returns how many visits {@link #visitBegins} has counted. */
  public long visitsBegun() {
    return visitsBegun.sum();
  }

  /** Counts a courtesy page. */
  public void courtesyPage() {
    courtesyPages.increment();
  }

  /** Adds the CPU time of a courtesy page or its handshake, which is counted nowhere else. */
  public void courtesyCpu(long nanos) {
    courtesyCpuNanos.add(nanos);
  }

  /** Adds the CPU time of the warm-up before the first visit: like a first use, no visit's cost. */
  public void warmUpCpu(long nanos) {
    firstUseCpuNanos.add(nanos);
  }

  /** Counts a turn, and adds its wait for a worker thread. */
  public void queueDelay(long nanos) {
    queueDelays.increment();
    queueDelayNanos.add(nanos);
  }

  /** Adds the further wait, for a permit, of a turn that {@link #queueDelay} has counted. */
  public void queueDelayGoesOn(long nanos) {
    queueDelayNanos.add(nanos);
  }

  /**
   * Counts a request that was answered with 503: it got no worker or permit in time, or earlier
   * requests of its turn had brought its visit over the account.
   */
  public void requestRefused() {
    requestsRefused.increment();
  }

  /** Returns the times from the arrival of requests to the end of their replies. */
  public DurationHistogram responseTimes() {
    return responseTimes;
  }

  /** Returns how many requests {@link #requestRefused} has counted. */
  public long requestsRefused() {
    return requestsRefused.sum();
  }

  /**
   * Adds the CPU time of a turn outside handshakes and requests.
   *
   * @return whether it was a first use, which adds to no visit cost
   */
  public boolean connection(long cpuNanos) {
    if (connectionWatch.noteUse(cpuNanos)) {
      firstUseCpuNanos.add(cpuNanos);
      return true;
    }
    connectionCpuNanos.add(cpuNanos);
    return false;
  }

  /**
   * Adds a turn for a visit under way. Visits of an age beyond the last bin of {@link VisitWork}
   * are left out.
   *
   * @param ageNanos how long ago the visit began
   * @param first whether it is the visit's first turn
   * @param steps requests and handshakes of later connections in it; 0 if it only maintained a
   *     connection
   * @param cpuNanos thread CPU time, without the handshake with which the visit began and without
   *     first uses
   */
  public void visitWork(long ageNanos, boolean first, int steps, long cpuNanos) {
    int bin = first ? VisitWork.FIRST_TURN_BIN : VisitWork.binOf(ageNanos);
    if (bin >= 0) {
      visitTurns[bin].add(steps);
      visitCpuNanos[bin].add(cpuNanos);
    }
  }

  /** Counts a turn of a visit that was over its account; its wait is no {@link #queueDelay}. */
  public void deferredTurn() {
    deferredTurns.increment();
  }

  /** Returns how many turns {@link #deferredTurn} has counted. */
  public long deferredTurns() {
    return deferredTurns.sum();
  }

  /**
   * Adds CPU time that a visit used beyond its account.
   *
   * @param deferred whether it was work of a {@link #deferredTurn}
   */
  public void excessCpu(long nanos, boolean deferred) {
    excessCpuNanos.add(nanos);
    if (deferred) {
      deferredCpuNanos.add(nanos);
    }
  }

  /** Returns the part of {@link #excessCpuNanos} that was deferred. */
  public long deferredCpuNanos() {
    return deferredCpuNanos.sum();
  }

  /** Adds CPU time outside handshakes and requests that is excess of a visit. */
  public void excessConnection(long cpuNanos, boolean deferred) {
    connectionCpuNanos.add(cpuNanos);
    excessCpu(cpuNanos, deferred);
  }

  /** Returns the total of {@link #excessCpu}. */
  public long excessCpuNanos() {
    return excessCpuNanos.sum();
  }

  /** Returns the work for visits under way, since the start. */
  public VisitWork visitWork() {
    return new VisitWork(sums(visitTurns), sums(visitCpuNanos));
  }

  private static long[] sums(LongAdder[] adders) {
    long[] sums = new long[adders.length];
    for (int i = 0; i < sums.length; i++) {
      sums[i] = adders[i].sum();
    }
    return sums;
  }

  /** Returns the CPU time that worker threads have entered for their turns. */
  public TurnClocks turnClocks() {
    return turnClocks;
  }

  /** Returns the sample of requested addresses, which is empty unless recording is on. */
  public RecordedAddresses addresses() {
    return addresses;
  }

  /** Returns the requests by type, kept in addition to {@link #request}. */
  public RequestTypes requestTypes() {
    return requestTypes;
  }

  /**
   * Returns the use of resources by sessions and their requests. A session begins with a full
   * handshake, or with the resumed one of a returning visit.
   *
   * @param spanNanos time since the start
   */
  public RequestProfile profile(long spanNanos) {
    // Requests first: requests of sessions that are not counted yet would be too many per session.
    var types = requestTypes.sums();
    // The later count is read first, so that there are never fewer visits than began.
    long parallel = parallelHandshakes.sum();
    long visits = fullHandshakes.sum() - parallel + returningVisits.sum();
    return new RequestProfile(spanNanos, visits, types);
  }

  /** Returns all totals now. */
  public Totals totals() {
    return new Totals(
        fullHandshakes.sum(),
        fullHandshakeCpuNanos.sum(),
        resumedHandshakes.sum(),
        resumedHandshakeCpuNanos.sum(),
        parallelHandshakes.sum(),
        parallelHandshakeCpuNanos.sum(),
        failedHandshakes.sum(),
        failedHandshakeCpuNanos.sum(),
        requests.sum(),
        requestCpuNanos.sum(),
        queueDelays.sum(),
        queueDelayNanos.sum(),
        returningVisits.sum(),
        courtesyPages.sum(),
        courtesyCpuNanos.sum(),
        connectionCpuNanos.sum(),
        firstUses());
  }

  private FirstUses firstUses() {
    return new FirstUses(
        firstRequests.sum(),
        firstFullHandshakes.sum(),
        firstResumedHandshakes.sum(),
        firstFailedHandshakes.sum(),
        firstUseCpuNanos.sum());
  }

  /** Totals since the start, by the names of the methods that add to them. */
  public record Totals(
      long fullHandshakes,
      long fullHandshakeCpuNanos,
      long resumedHandshakes,
      long resumedHandshakeCpuNanos,
      long parallelHandshakes,
      long parallelHandshakeCpuNanos,
      long failedHandshakes,
      long failedHandshakeCpuNanos,
      long requests,
      long requestCpuNanos,
      long queueDelays,
      long queueDelayNanos,
      long returningVisits,
      long courtesyPages,
      long courtesyCpuNanos,
      long connectionCpuNanos,
      FirstUses firstUses) {
    /** All totals at 0. */
    public static final Totals ZERO =
        new Totals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, FirstUses.NONE);
  }
}
