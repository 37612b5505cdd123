package io.headwaiter.core.visit;

/**
 * The account of one visit: when it began and was last active, its connections and handshakes, the
 * CPU time that was spent for it, its charges, and its balance. {@link VisitAccounts} defines the
 * rules.
 *
 * <p>Thread-safe.
 */
public final class VisitAccount {
  /** The state of a visit, as far as known. */
  enum State {
    /** It is under way, and began here. */
    UNDER_WAY,
    /**
     * It is under way, and its beginning is not known here: on another server, before this one was
     * started, or before it was idle for too long.
     */
    FOREIGN,
    /** Its first connection was admitted, and its handshake is still to come. */
    ADMITTED,
    /** It got a courtesy page and was never admitted. */
    COURTESY,
    /** It got a courtesy page and was admitted later; its handshake is still to come. */
    COURTESY_ADMITTED
  }

  // A turn is placed at most so long after the time since which it has waited.
  private static final long AHEAD_NANOS_MAX = 500_000_000L;

  private static final long DEFERRED_NANOS_MIN = 1_000L;
  private static final double LIKELY_KEPT = 0.875;

  // What a visit may use while the usual amounts are not known, in visit costs and as a part of a
  // processor from its beginning.
  private static final double UNSURE_ALLOWANCE = 10;
  private static final double UNSURE_PART = 0.05;
  private static final int FORGIVEN_SECONDS = 5;

  private final long visit;
  private final long beganNanos;
  private State state;
  private long lastNanos;
  private int connectionsOpen;
  private int connectionsOpened;
  private int fullHandshakes;
  private int resumedHandshakes;
  private int failedHandshakes;
  private double failedLately;
  private long failedCpuNanos;
  private long failedNanos;
  private int paidVisits = 1;
  private int turns;
  private int pricedTurns;
  private long cpuNanos;
  private long excessNanos;
  private int pricesAtFirst;
  // CPU time that it may still use; infinity while the visit cost is not known.
  private double balanceNanos = Double.POSITIVE_INFINITY;
  private long settledNanos;
  // The highest visit cost, or usual CPU time of the youngest, that it has seen.
  private double unitSeenNanos;
  // The oldest age bin in which it did something.
  private int oldestBin;
  // From the handshake with which it begins to its first request.
  private boolean awaitsRequest;
  private boolean partlyPaid;
  private boolean paidAtOnce;
  private long admittedNanos;
  // In the queue.
  private int waitingTurns;
  private long nextTurnNanos;
  private boolean hasPlaceBehind;
  private long lastPlaceBehind;
  // CPU time of its last deferred work, and of the next.
  private long deferredNanos;
  private long likelyDeferredNanos;
  private final Burst burst = new Burst();

  VisitAccount(long visit, State state, long beganNanos, long nowNanos) {
    this.visit = visit;
    this.state = state;
    this.beganNanos = beganNanos;
    this.lastNanos = nowNanos;
    this.settledNanos = nowNanos;
    // Charges elsewhere, and the balance left there, are not known here.
    this.pricesAtFirst = state == State.FOREIGN ? 1 : VisitAccounts.ALLOWANCE;
  }

  /**
   * Marks the account as charged at once for one visit cost, like a visit that is over its account.
   * It may use that and no more before it grows older, and nothing is charged with its first
   * request.
   */
  VisitAccount paidAtOnce() {
    pricesAtFirst = 1;
    paidAtOnce = true;
    return this;
  }

  /** Returns the visit name. */
  public long visit() {
    return visit;
  }

  /** Returns when the visit began, on the clock of the caller that created the account. */
  public long beganNanos() {
    return beganNanos;
  }

  /** Returns the open connections. */
  public synchronized int connectionsOpen() {
    return connectionsOpen;
  }

  /** Returns the connections that finished their handshake since the visit began. */
  public synchronized int connectionsOpened() {
    return connectionsOpened;
  }

  /** Returns the full handshakes among {@link #connectionsOpened}. */
  public synchronized int fullHandshakes() {
    return fullHandshakes;
  }

  /** Returns the resumed handshakes among {@link #connectionsOpened}. */
  public synchronized int resumedHandshakes() {
    return resumedHandshakes;
  }

  /** Returns the handshakes that claimed a session of this visit and were not finished. */
  public synchronized int failedHandshakes() {
    return failedHandshakes;
  }

  /** Returns the requests, and handshakes of later connections. */
  public synchronized int turns() {
    return turns;
  }

  /** Returns the CPU time that was spent for the visit, in nanoseconds. */
  public synchronized long cpuNanos() {
    return cpuNanos;
  }

  /**
   * Returns the excess in nanoseconds: the part of {@link #cpuNanos} that was beyond the account,
   * deferred, spent on failed handshakes, or so much more than usual at the visit's age that it
   * says nothing about others.
   */
  public synchronized long excessNanos() {
    return excessNanos;
  }

  /** Returns how many visit costs were charged: one at the beginning, and one for each renewal. */
  public synchronized int paidVisits() {
    return paidVisits;
  }

  /** Returns whether the beginning of the visit is not known on this server. */
  public synchronized boolean isForeign() {
    return state == State.FOREIGN;
  }

  /**
   * Returns the place of a turn in a queue ordered by time. Turns of one visit that wait at the
   * same time are {@code spacing} apart. So if a visit asks for a hundred things at once, turns of
   * other visits run between its turns. {@link #turnLeft} must follow.
   *
   * <pre>
   *   place := since                                             if no other turn of it waits
   *   place := max(since, min(last place + spacing, since + 0.5 s))   else
   * </pre>
   *
   * <p>Worked number: with a spacing of 20 ms the second of a hundred turns that come at once is
   * placed 20 ms behind the first one, the 26th and all later ones 0.5 s. When all were run, the
   * next turn is placed where it came.
   *
   * @param waitingSinceNanos since, of the turn
   * @param spacingNanos at least 0
   */
  public synchronized long turnNanos(long waitingSinceNanos, long spacingNanos) {
    long behindNanos = waitingTurns == 0 ? 0 : nextTurnNanos - waitingSinceNanos;
    long at = waitingSinceNanos + Math.max(0, Math.min(behindNanos, AHEAD_NANOS_MAX));
    nextTurnNanos = at + spacingNanos;
    waitingTurns++;
    return at;
  }

  /** Notes that a turn has left the queue, because it begins or will not be run. */
  public synchronized void turnLeft() {
    waitingTurns = Math.max(0, waitingTurns - 1);
  }

  /**
   * Returns the place of another turn among those of visits that are over their account, by
   * start-time fair queueing: {@link ExcessQueue}.
   *
   * @param served the place of the turn that was removed last
   */
  public synchronized long placeBehind(long served) {
    long next = lastPlaceBehind + Math.max(DEFERRED_NANOS_MIN, deferredNanos);
    lastPlaceBehind = hasPlaceBehind ? Math.max(served, next) : served;
    hasPlaceBehind = true;
    return lastPlaceBehind;
  }

  /**
   * Returns the CPU time that its next deferred work is likely to take, in nanoseconds; 0 if there
   * was none. It rises to that of the last one at once, and falls by an eighth with each that took
   * less: otherwise one cheap request would let several expensive ones begin at once.
   */
  public synchronized long likelyDeferredNanos() {
    return likelyDeferredNanos;
  }

  synchronized State state() {
    return state;
  }

  synchronized long idleNanos(long nowNanos) {
    return nowNanos - lastNanos;
  }

  /** Notes that the visit did something, and sets its state. */
  synchronized void seen(State now, long nowNanos) {
    state = now;
    lastNanos = nowNanos;
  }

  /** Notes another charge of one visit cost, infinity if that is not known. */
  synchronized void pay(double priceNanos) {
    paidVisits++;
    // An unknown balance is never used up.
    balanceNanos += balanceNanos < Double.POSITIVE_INFINITY ? priceNanos : 0;
  }

  /**
   * Returns the CPU time that the visit may still use, below 0 if it has used more; infinity while
   * that is not known.
   *
   * @param priceNanos visit cost
   * @param norm usual CPU time
   */
  synchronized double balanceNanos(double priceNanos, AgeNorm norm, long nowNanos) {
    settle(priceNanos, norm, nowNanos);
    boolean unsure = balanceNanos == Double.POSITIVE_INFINITY;
    double allowed = UNSURE_ALLOWANCE * priceNanos + UNSURE_PART * (nowNanos - beganNanos);
    return unsure ? allowed - cpuNanos : balanceNanos;
  }

  /**
   * Lets the balance grow to this moment: by {@value VisitAccounts#ALLOWANCE} times the usual
   * amount, and with the visit cost, up to {@value VisitAccounts#ALLOWANCE} visit costs. If visits
   * usually use more than the visit cost in their first second, that counts instead of it.
   */
  private void settle(double priceNanos, AgeNorm norm, long nowNanos) {
    if (priceNanos == Double.POSITIVE_INFINITY || !norm.isKnown()) {
      return;
    }
    double unit = Math.max(priceNanos, norm.at(/* ageNanos= */ 0));
    double most = VisitAccounts.ALLOWANCE * unit;
    boolean older = nowNanos - settledNanos > 0;
    if (balanceNanos == Double.POSITIVE_INFINITY) {
      balanceNanos = pricesAtFirst * unit;
    } else if (balanceNanos < most) {
      double rise = Math.max(0, unit - unitSeenNanos);
      double usual =
          older ? norm.at(nowNanos - beganNanos) - norm.at(settledNanos - beganNanos) : 0;
      double more = pricesAtFirst * rise + VisitAccounts.ALLOWANCE * usual;
      balanceNanos = Math.min(most, balanceNanos + more);
    }
    unitSeenNanos = Math.max(unitSeenNanos, unit);
    settledNanos = older ? nowNanos : settledNanos;
  }

  /**
   * Notes CPU time that was spent for the visit.
   *
   * @param turns requests and handshakes that were done with it
   * @param deferred whether it was deferred work, which does not reduce the balance
   * @return the part of it that is excess, see {@link #excessNanos}
   */
  synchronized long spend(
      int turns, long nanos, boolean deferred, double priceNanos, Usual usual, long nowNanos) {
    settle(priceNanos, usual.cpuNanos(), nowNanos);
    double covered = deferred ? 0 : Math.max(0, Math.min(nanos, balanceNanos));
    long ageNanos = nowNanos - beganNanos;
    double left = usual.pricedNanosMax(priceNanos, ageNanos) - pricedNanos();
    double priced =
        pricedTurns + turns <= usual.pricedTurnsMax(ageNanos)
            ? Math.max(0, Math.min(covered, left))
            : 0;
    pricedTurns += priced > 0 ? turns : 0;
    this.turns += turns;
    long excess = nanos - Math.min(nanos, (long) priced);
    if (deferred) {
      deferredNanos = nanos;
      long fallen = (long) (likelyDeferredNanos * LIKELY_KEPT);
      likelyDeferredNanos = Math.max(nanos, fallen);
    } else {
      balanceNanos -= nanos;
    }
    cpuNanos += nanos;
    excessNanos += excess;
    return excess;
  }

  Burst burst() {
    return burst;
  }

  /** Notes CPU time that was spent on a failed handshake with its session: no work of any visit. */
  synchronized void spendFailed(long nanos, double priceNanos, AgeNorm norm, long nowNanos) {
    fine(nanos, priceNanos, norm, nowNanos);
    cpuNanos += nanos;
    excessNanos += nanos;
    failedCpuNanos += nanos;
  }

  /** Takes off the balance what was not spent. */
  synchronized void fine(long nanos, double priceNanos, AgeNorm norm, long nowNanos) {
    settle(priceNanos, norm, nowNanos);
    balanceNanos -= nanos;
  }

  /** Returns {@link #cpuNanos} without failed handshakes. */
  synchronized long workNanos() {
    return cpuNanos - failedCpuNanos;
  }

  private long pricedNanos() {
    return cpuNanos - excessNanos;
  }

  /** Returns whether this is the first activity in this age bin or an older one. */
  synchronized boolean reaches(int bin) {
    boolean first = bin > oldestBin;
    oldestBin = Math.max(oldestBin, bin);
    return first;
  }

  /** Notes that a handshake that claimed its session was not finished. */
  synchronized void failed(long nowNanos) {
    failedHandshakes++;
    failedLately = failedLately(nowNanos) + 1;
    failedNanos = nowNanos;
  }

  /**
   * Returns {@link #failedHandshakes}, of which one is forgiven every {@value #FORGIVEN_SECONDS} s.
   */
  synchronized double failedLately(long nowNanos) {
    double forgiven = Math.max(0, nowNanos - failedNanos) / (FORGIVEN_SECONDS * 1e9);
    return Math.max(0, failedLately - forgiven);
  }

  /**
   * Notes that the visit begins with a handshake done just now, and its first request is still to
   * come.
   *
   * @param partlyPaid whether part of the visit cost is to be charged with that request
   * @param atNanos when its connection was admitted
   */
  public synchronized void awaitRequest(boolean partlyPaid, long atNanos) {
    awaitsRequest = true;
    this.partlyPaid = partlyPaid && !paidAtOnce;
    admittedNanos = atNanos;
  }

  /** Notes a request of the visit. Returns whether it is the awaited first one. */
  public synchronized boolean requestCame() {
    boolean first = awaitsRequest;
    awaitsRequest = false;
    return first;
  }

  /** Returns whether part of the visit cost is to be charged with the first request. */
  public synchronized boolean isPartlyPaid() {
    return partlyPaid;
  }

  /** Returns when the connection with which the visit began was admitted. */
  public synchronized long admittedNanos() {
    return admittedNanos;
  }

  /** Notes that a connection has finished its handshake; {@link #closed} when it ends. */
  public synchronized void opened(boolean resumed) {
    connectionsOpen++;
    connectionsOpened++;
    fullHandshakes += resumed ? 0 : 1;
    resumedHandshakes += resumed ? 1 : 0;
  }

  /** Notes that one of its connections has ended. */
  public synchronized void closed() {
    connectionsOpen = Math.max(0, connectionsOpen - 1);
  }
}
