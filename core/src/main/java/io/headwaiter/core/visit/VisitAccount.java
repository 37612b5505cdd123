package io.headwaiter.core.visit;

/**
 * The account of one visit: when it began and was last seen, its connections and handshakes, the
 * CPU time that was spent for it, what it paid for, and what it may still take; {@link
 * VisitAccounts} says by which law.
 *
 * <p>Thread-safe.
 */
public final class VisitAccount {
  /** What is known of a visit. */
  enum State {
    /** It is under way, and was seen to begin. */
    UNDER_WAY,
    /** It is under way, and began elsewhere: on another server, or before this one was started. */
    FOREIGN,
    /** Its first connection was let in, and its handshake is still to come. */
    LET_IN,
    /** It got a courtesy page and was never let in. */
    COURTESY,
    /** It got a courtesy page, and was let in since, with its handshake still to come. */
    COURTESY_LET_IN
  }

  // A turn stands no further behind the moment since which it has waited.
  private static final long AHEAD_NANOS_MAX = 500_000_000L;

  private static final long DEFERRED_NANOS_MIN = 1_000L;

  // Twice what is usual, of CPU time and of turns, may be a mean that grows; what is beyond is no
  // mean of anything.
  private static final double PRICED_NORMS_MAX = 2;
  private static final int FORGIVEN_SECONDS = 5;

  /** What visits usually have. */
  record Usual(AgeNorm cpuNanos, AgeNorm turns) {}

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
  // What it may still take; infinity while the price of a visit is not known.
  private double balanceNanos = Double.POSITIVE_INFINITY;
  private long settledNanos;
  // The oldest age bin in which it did something.
  private int oldestBin;
  // From the handshake with which it begins to its first request.
  private boolean awaitsRequest;
  private boolean partlyPaid;
  private boolean paidAtOnce;
  private long letInNanos;
  // In the queue.
  private int waitingTurns;
  private long nextTurnNanos;
  private boolean hasPlaceBehind;
  private long lastPlaceBehind;
  // What its last deferred work took.
  private long deferredNanos;

  VisitAccount(long visit, State state, long beganNanos, long nowNanos) {
    this.visit = visit;
    this.state = state;
    this.beganNanos = beganNanos;
    this.lastNanos = nowNanos;
    this.settledNanos = nowNanos;
    // What a visit has paid for elsewhere, and what is left of that, is not known here.
    this.pricesAtFirst = state == State.FOREIGN ? 1 : VisitAccounts.ALLOWANCE;
  }

  /**
   * It was paid for at once, as a visit pays that is over its account: it may take that and no more
   * before it grows older, and its first request owes nothing.
   */
  VisitAccount paidAtOnce() {
    pricesAtFirst = 1;
    paidAtOnce = true;
    return this;
  }

  /** Name of the visit. */
  public long visit() {
    return visit;
  }

  /** When the visit began, on the clock of the caller that made the account. */
  public long beganNanos() {
    return beganNanos;
  }

  /** Connections that are open. */
  public synchronized int connectionsOpen() {
    return connectionsOpen;
  }

  /** Connections that finished their handshake since the visit began. */
  public synchronized int connectionsOpened() {
    return connectionsOpened;
  }

  /** Full handshakes among them. */
  public synchronized int fullHandshakes() {
    return fullHandshakes;
  }

  /** Resumed handshakes among them. */
  public synchronized int resumedHandshakes() {
    return resumedHandshakes;
  }

  /** Handshakes that claimed this visit's session and were not finished. */
  public synchronized int failedHandshakes() {
    return failedHandshakes;
  }

  /** Requests, and handshakes of later connections. */
  public synchronized int turns() {
    return turns;
  }

  /** CPU time that was spent for the visit, in nanoseconds. */
  public synchronized long cpuNanos() {
    return cpuNanos;
  }

  /**
   * The part of {@link #cpuNanos} that was beyond what the visit may take, or so much more than is
   * usual at its age that it says nothing about others.
   */
  public synchronized long excessNanos() {
    return excessNanos;
  }

  /** How many times the price of a visit was paid: once at its beginning, and for each renewal. */
  public synchronized int paidVisits() {
    return paidVisits;
  }

  /** Whether this server did not see the visit begin. */
  public synchronized boolean isForeign() {
    return state == State.FOREIGN;
  }

  /**
   * Puts a turn of work into a queue ordered by time, and says where it stands there: turns of one
   * visit that wait at the same time are {@code spacing} apart, so that a visit that asks for a
   * hundred things at once has each of them served between those of others; {@link #turnLeft} must
   * follow.
   *
   * <pre>
   *   place := since                                             if no other turn of it waits
   *   place := max(since, min(last place + spacing, since + 0.5 s))   else
   * </pre>
   *
   * <p>Worked number: with a spacing of 20 ms the second of a hundred turns that come at once
   * stands 20 ms behind the first one, the 26th and all later ones 0.5 s. When all were served, the
   * next turn stands where it came.
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

  /** A turn of it has left the queue, because it begins or because it will not be done. */
  public synchronized void turnLeft() {
    waitingTurns = Math.max(0, waitingTurns - 1);
  }

  /**
   * Where another turn of it stands among those of visits that are over their account, by start-
   * time fair queueing: {@link ExcessQueue}.
   *
   * @param served the place of the turn that was served last
   */
  public synchronized long placeBehind(long served) {
    long next = lastPlaceBehind + Math.max(DEFERRED_NANOS_MIN, deferredNanos);
    lastPlaceBehind = hasPlaceBehind ? Math.max(served, next) : served;
    hasPlaceBehind = true;
    return lastPlaceBehind;
  }

  /** CPU time of the last work for it that was deferred, in nanoseconds; 0 if there was none. */
  public synchronized long deferredNanos() {
    return deferredNanos;
  }

  synchronized State state() {
    return state;
  }

  synchronized long idleNanos(long nowNanos) {
    return nowNanos - lastNanos;
  }

  /** It did something, and is in this state now. */
  synchronized void seen(State now, long nowNanos) {
    state = now;
    lastNanos = nowNanos;
  }

  /** It has paid another price, infinity if that is not known. */
  synchronized void pay(double priceNanos) {
    paidVisits++;
    // An unknown balance is never used up.
    balanceNanos += balanceNanos < Double.POSITIVE_INFINITY ? priceNanos : 0;
  }

  /**
   * What it may still take, below 0 if it has taken more; infinity while that is not known.
   *
   * @param priceNanos of a visit
   * @param norm what is usual
   */
  synchronized double balanceNanos(double priceNanos, AgeNorm norm, long nowNanos) {
    settle(priceNanos, norm, nowNanos);
    return balanceNanos;
  }

  /** Lets the balance grow to this moment: by what is usual, but to no more than at first. */
  private void settle(double priceNanos, AgeNorm norm, long nowNanos) {
    if (priceNanos == Double.POSITIVE_INFINITY || !norm.isKnown()) {
      return;
    }
    double most = VisitAccounts.ALLOWANCE * priceNanos;
    boolean older = nowNanos - settledNanos > 0;
    if (balanceNanos == Double.POSITIVE_INFINITY) {
      balanceNanos = pricesAtFirst * priceNanos;
    } else if (balanceNanos < most && older) {
      double usual = norm.at(nowNanos - beganNanos) - norm.at(settledNanos - beganNanos);
      balanceNanos = Math.min(most, balanceNanos + VisitAccounts.ALLOWANCE * usual);
    }
    settledNanos = older ? nowNanos : settledNanos;
  }

  /**
   * So much was spent for it.
   *
   * @param turns requests and handshakes that were done with it
   * @param deferred whether that was work which had waited for what others leave over; it is no
   *     part of what the visit may take
   * @return the part of it that is excess, see {@link #excessNanos}
   */
  synchronized long spend(
      int turns, long nanos, boolean deferred, double priceNanos, Usual usual, long nowNanos) {
    settle(priceNanos, usual.cpuNanos(), nowNanos);
    double covered = deferred ? 0 : Math.max(0, Math.min(nanos, balanceNanos));
    long ageNanos = nowNanos - beganNanos;
    double left = PRICED_NORMS_MAX * usual.cpuNanos().commonAt(ageNanos) - pricedNanos();
    boolean isUsual = pricedTurns + turns <= PRICED_NORMS_MAX * usual.turns().commonAt(ageNanos);
    double priced = isUsual ? Math.max(0, Math.min(covered, left)) : 0;
    pricedTurns += priced > 0 ? turns : 0;
    this.turns += turns;
    long excess = nanos - Math.min(nanos, (long) priced);
    if (deferred) {
      deferredNanos = nanos;
    } else {
      balanceNanos -= nanos;
    }
    cpuNanos += nanos;
    excessNanos += excess;
    return excess;
  }

  /** So much was spent on a handshake with its session that failed: no work of any visit. */
  synchronized void spendFailed(long nanos, double priceNanos, AgeNorm norm, long nowNanos) {
    settle(priceNanos, norm, nowNanos);
    balanceNanos -= nanos;
    cpuNanos += nanos;
    excessNanos += nanos;
    failedCpuNanos += nanos;
  }

  /** {@link #cpuNanos} without handshakes that failed. */
  synchronized long workNanos() {
    return cpuNanos - failedCpuNanos;
  }

  private long pricedNanos() {
    return cpuNanos - excessNanos;
  }

  /** Whether this is the first time that it does something in this age bin, or a later one. */
  synchronized boolean reaches(int bin) {
    boolean first = bin > oldestBin;
    oldestBin = Math.max(oldestBin, bin);
    return first;
  }

  /** A handshake that claimed its session was not finished. */
  synchronized void failed(long nowNanos) {
    failedHandshakes++;
    failedLately = failedLately(nowNanos) + 1;
    failedNanos = nowNanos;
  }

  /** {@link #failedHandshakes}, of which one is forgiven every {@value #FORGIVEN_SECONDS} s. */
  synchronized double failedLately(long nowNanos) {
    double forgiven = Math.max(0, nowNanos - failedNanos) / (FORGIVEN_SECONDS * 1e9);
    return Math.max(0, failedLately - forgiven);
  }

  /**
   * It begins with a handshake that was done just now, and its first request is still to come.
   *
   * @param partlyPaid whether part of its price is to be charged when that comes
   * @param atNanos when its connection was let in
   */
  public synchronized void awaitRequest(boolean partlyPaid, long atNanos) {
    awaitsRequest = true;
    this.partlyPaid = partlyPaid && !paidAtOnce;
    letInNanos = atNanos;
  }

  /** A request of it has come; whether it is the one that was awaited. */
  public synchronized boolean requestCame() {
    boolean first = awaitsRequest;
    awaitsRequest = false;
    return first;
  }

  /** Whether part of its price is to be charged with its first request. */
  public synchronized boolean isPartlyPaid() {
    return partlyPaid;
  }

  /** When the connection was let in with which it began. */
  public synchronized long letInNanos() {
    return letInNanos;
  }

  /** A connection has finished its handshake; {@link #closed} when it ends. */
  public synchronized void opened(boolean resumed) {
    connectionsOpen++;
    connectionsOpened++;
    fullHandshakes += resumed ? 0 : 1;
    resumedHandshakes += resumed ? 1 : 0;
  }

  /** One of its connections has ended. */
  public synchronized void closed() {
    connectionsOpen = Math.max(0, connectionsOpen - 1);
  }
}
