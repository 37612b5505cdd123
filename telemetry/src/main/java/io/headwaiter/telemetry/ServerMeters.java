package io.headwaiter.telemetry;

import io.headwaiter.core.capacity.FirstUses;
import io.headwaiter.core.capacity.VisitWork;
import io.headwaiter.core.profile.RequestProfile;
import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * What the worker threads measure, as totals since the start. Written by many threads without
 * contention; a reader sees each total by itself.
 *
 * <p>The CPU time of first uses ({@link FirstUseWatch}) is entered in an account of its own and
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

  /** Everything is 0. */
  public ServerMeters() {
    this(System::nanoTime);
  }

  /**
   * Everything is 0.
   *
   * @param clock monotonic, nanoseconds; asked only while first uses are told apart
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

  /** A step of a handshake was done; {@link #handshake} or {@link #failedHandshake} ends it. */
  public void handshakeStep(long cpuNanos) {
    handshakesUnderWayCpuNanos.add(cpuNanos);
  }

  /** CPU time of the handshakes that are under way, in nanoseconds. */
  public long handshakesUnderWayCpuNanos() {
    return handshakesUnderWayCpuNanos.sum();
  }

  /**
   * A handshake has finished: proven full or resumed.
   *
   * @return whether it was a first use, whose CPU time is nobody's cost
   */
  public boolean handshake(boolean resumed, long cpuNanos) {
    (resumed ? resumedHandshakes : fullHandshakes).increment();
    handshakesUnderWayCpuNanos.add(-cpuNanos);
    if ((resumed ? resumedHandshakeWatch : fullHandshakeWatch).isFirstUse(cpuNanos)) {
      firstUse(resumed ? firstResumedHandshakes : firstFullHandshakes, cpuNanos);
      return true;
    }
    (resumed ? resumedHandshakeCpuNanos : fullHandshakeCpuNanos).add(cpuNanos);
    return false;
  }

  /**
   * A full handshake of which {@link #handshake} was told was that of a parallel connection: no
   * visit began with it.
   *
   * @param cpuNanos 0 if it was a first use
   */
  public void parallelHandshake(long cpuNanos) {
    parallelHandshakes.increment();
    parallelHandshakeCpuNanos.add(cpuNanos);
  }

  /** A handshake was given up by either side. */
  public void failedHandshake(long cpuNanos) {
    failedHandshakes.increment();
    handshakesUnderWayCpuNanos.add(-cpuNanos);
    if (failedHandshakeWatch.isFirstUse(cpuNanos)) {
      firstUse(firstFailedHandshakes, cpuNanos);
    } else {
      failedHandshakeCpuNanos.add(cpuNanos);
    }
  }

  /**
   * A request was served.
   *
   * @param type of {@link #requestTypes}
   * @return whether it was a first use, whose CPU time is nobody's cost
   */
  public boolean request(RequestTypes.Type type, long cpuNanos) {
    requests.increment();
    if (type.isFirstUse(cpuNanos)) {
      firstUse(firstRequests, cpuNanos);
      return true;
    }
    requestCpuNanos.add(cpuNanos);
    return false;
  }

  private void firstUse(LongAdder count, long cpuNanos) {
    // The time first: a reader of a count without it would take first uses for cheap ones.
    firstUseCpuNanos.add(cpuNanos);
    count.increment();
  }

  /** A visit was proven to have begun with a resumed handshake. */
  public void returningVisit() {
    returningVisits.increment();
  }

  /** The first request of a visit has come, whatever handshake it began with. */
  public void visitBegins() {
    visitsBegun.increment();
  }

  /** Visits whose first request has come. */
  public long visitsBegun() {
    return visitsBegun.sum();
  }

  /** A courtesy page was served. */
  public void courtesyPage() {
    courtesyPages.increment();
  }

  /** So much was spent on a courtesy page or its handshake, and is counted nowhere else. */
  public void courtesyCpu(long nanos) {
    courtesyCpuNanos.add(nanos);
  }

  /** So much was spent on the warm-up before the first visit: no visit's cost, as a first use. */
  public void warmUpCpu(long nanos) {
    firstUseCpuNanos.add(nanos);
  }

  /** Work has waited so long for a worker thread. */
  public void queueDelay(long nanos) {
    queueDelays.increment();
    queueDelayNanos.add(nanos);
  }

  /** Work of which {@link #queueDelay} was told has waited so long once more, for a permit. */
  public void queueDelayGoesOn(long nanos) {
    queueDelayNanos.add(nanos);
  }

  /** A request got no worker or no permit in time, and was answered with 503. */
  public void requestRefused() {
    requestsRefused.increment();
  }

  /** How many requests {@link #requestRefused}. */
  public long requestsRefused() {
    return requestsRefused.sum();
  }

  /**
   * A turn of work on a connection took so long beside handshakes and requests.
   *
   * @return whether it was a first use, whose CPU time is nobody's cost
   */
  public boolean connection(long cpuNanos) {
    if (connectionWatch.isFirstUse(cpuNanos)) {
      firstUseCpuNanos.add(cpuNanos);
      return true;
    }
    connectionCpuNanos.add(cpuNanos);
    return false;
  }

  /**
   * A turn of work was done for a visit under way. Visits of an age beyond the last bin of {@link
   * VisitWork} are left out.
   *
   * @param ageNanos how long ago the visit began
   * @param first whether it is the visit's first turn
   * @param steps requests and handshakes of later connections in it; 0 if it only looked after one
   * @param cpuNanos thread CPU time, without the handshake with which it began and without first
   *     uses
   */
  public void visitWork(long ageNanos, boolean first, int steps, long cpuNanos) {
    int bin = first ? VisitWork.FIRST_TURN_BIN : VisitWork.binOf(ageNanos);
    if (bin >= 0) {
      visitTurns[bin].add(steps);
      visitCpuNanos[bin].add(cpuNanos);
    }
  }

  /** A turn of a visit that was over its account is done; its wait is no {@link #queueDelay}. */
  public void deferredTurn() {
    deferredTurns.increment();
  }

  /** How many times {@link #deferredTurn}. */
  public long deferredTurns() {
    return deferredTurns.sum();
  }

  /**
   * So much was spent for visits beyond what they may take.
   *
   * @param deferred whether it was work of a {@link #deferredTurn}
   */
  public void excessCpu(long nanos, boolean deferred) {
    excessCpuNanos.add(nanos);
    if (deferred) {
      deferredCpuNanos.add(nanos);
    }
  }

  /** The part of {@link #excessCpuNanos} that was deferred. */
  public long deferredCpuNanos() {
    return deferredCpuNanos.sum();
  }

  /** Total of {@link #excessCpu}. */
  public long excessCpuNanos() {
    return excessCpuNanos.sum();
  }

  /** Work for visits under way, since the start. */
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

  /** What worker threads have entered here for their turns. */
  public TurnClocks turnClocks() {
    return turnClocks;
  }

  /** What they asked for, if that is kept. */
  public RecordedAddresses addresses() {
    return addresses;
  }

  /** Requests by type, beside {@link #request}. */
  public RequestTypes requestTypes() {
    return requestTypes;
  }

  /**
   * What sessions and their requests have taken. A session begins with a full handshake, or with
   * the resumed one of a visit that returns.
   *
   * @param spanNanos since the start
   */
  public RequestProfile profile(long spanNanos) {
    // Requests first: a session of which only these have been seen would make visits too many.
    var types = requestTypes.sums();
    // What was counted later is read first, so that there are never fewer visits than began.
    long parallel = parallelHandshakes.sum();
    long visits = fullHandshakes.sum() - parallel + returningVisits.sum();
    return new RequestProfile(spanNanos, visits, types);
  }

  /** All totals now. */
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
    /** Nothing yet. */
    public static final Totals ZERO =
        new Totals(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, FirstUses.NONE);
  }
}
