package io.headwaiter.core.visit;

import io.headwaiter.core.visit.VisitAccount.State;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The accounts of the visits under way, and of clients that have got only a courtesy page.
 *
 * <pre>
 *   under way   now - last &lt;= idle       last = last activity of a connection of the visit
 *   admitted    now - last &lt;= min(idle, 10 s)   its handshake is still to come
 *   courtesy    now - last &lt;= idle       last = when it got its page
 *   too old     now - began &gt; oldest     its next connection begins a new account
 *   balance     c := 3 U at first; U if it began elsewhere, or left the visit of another
 *               c := c + 3 (U - W)       when U exceeds W, the highest U it has seen;
 *                                        U - W if it began with U
 *               c := c + V with each further charge
 *               c := min(3 U, c + 3 (N(age) - N(age before)))   as it grows older, if c &lt; 3 U
 *               c := c - w               when a turn used w of CPU time, unless it was deferred
 *   over        c &lt; 0, or its burst is long: {@link Bursts}
 *   in the      min(w, c, 2 P(age) - p)   p = its work that counts already; the rest is excess;
 *   visit cost  0 if deferred, or if more turns of it count than twice the usual turns at its age
 *   V           visit cost now
 *   U           max(V, N(1 s))
 *   N, P        CPU time that visits usually have used by an age, {@link AgeNorm}
 * </pre>
 *
 * <p>A visit that is over its account is charged again: its next connection is charged as a
 * returning one. Work that it asked for meanwhile is deferred. Deferred work uses what other work
 * leaves over, and is not charged. A visit may use three visit costs at once, because the visit
 * cost is a mean, and a customer that buys uses more than one that looks. When all visits become
 * many times as dear, the visit cost follows late, because it counts no excess; so what visits
 * usually use in their first second counts if it is more. From then on it may use three times the
 * usual amount, because a long visit is no abuse. It saves up no more than three visit costs: a
 * visit that was idle for an hour may not use an hour's amount in a second. Its debt has no bound,
 * because work cannot be stopped once it has begun. Otherwise one endless request would cost no
 * more than three short ones.
 *
 * <p>Until enough visits were observed, the usual amount is not known, and V is mostly assumed.
 * Until then a visit is over its account when it has used more than 10 V and a twentieth of a
 * processor since it began, and at most 3 V of its work count for the visit cost. Otherwise the
 * first visit that asks without pause would be all that a new server knows: it would charge
 * everybody for what that one uses, and admit nobody. Where all visits cost more than is assumed, V
 * rises with the third of them, and the bounds with it: n visits that cost more than 3 V make V =
 * (5 V0 + 3 n V) / (n + 5), because the curve of visits counts five assumed ones; that has no
 * solution for n &gt; 2.
 *
 * <p>Worked number: V = 17 ms, and visits usually use 1 ms a second. A visit may use 51 ms at once
 * and 3 ms a second from then on. One that asks without pause uses 51 ms within the first tenth of
 * a second, and is over its account until it is charged again or waits: a page of 10 ms brings it
 * to -10 ms, which is 3.3 s of waiting.
 *
 * <p>A visit has a name of 64 bits that all its sessions share, and that no client can choose.
 * Bounded: over {@code visitsMax} the visit that has been idle longest is forgotten. A visit that
 * must be charged again is passed over, for up to {@value #SPARED_MAX} of them: otherwise many new
 * visits would cancel its debt.
 *
 * <p>Thread-safe. Time is passed in as {@code nowNanos} of any monotonic clock.
 */
public final class VisitAccounts {
  /** Largest value of {@code visitsMax}. */
  public static final int VISITS_MAX = 1 << 24;

  /** Multiple of its visit cost at first, and of the usual amount later, that a visit may use. */
  public static final int ALLOWANCE = 3;

  /** Handshakes of one visit that may fail for each charge. */
  static final int FAILED_MAX = 50;

  // Time for a handshake over a bad line.
  private static final long HANDSHAKE_NANOS_MAX = 10_000_000_000L;
  private static final int FORGET_MAX = 2;
  // Visits passed over, so that no call takes long.
  private static final int SPARED_MAX = 8;

  private final int visitsMax;
  private final long idleNanos;
  private final long ageNanosMax;
  private final Usual usual = new Usual(new AgeNorm(), new AgeNorm());
  private final Bursts bursts = new Bursts();
  // From the visit that has been idle longest to the latest.
  private final Map<Long, VisitAccount> accounts = new LinkedHashMap<>();
  private volatile double priceNanos = Double.POSITIVE_INFINITY;

  /**
   * Creates an instance without accounts.
   *
   * @param visitsMax accounts that are kept, from 1 to {@value #VISITS_MAX}
   * @param idleNanos how long a visit may do nothing, above 0
   * @param ageNanosMax how long a visit may last until it is charged again, above 0
   */
  public VisitAccounts(int visitsMax, long idleNanos, long ageNanosMax) {
    if (visitsMax < 1 || visitsMax > VISITS_MAX) {
      throw new IllegalArgumentException(
          "visitsMax must be from 1 to " + VISITS_MAX + ", got " + visitsMax);
    }
    if (idleNanos <= 0) {
      throw new IllegalArgumentException("idleNanos must be above 0, got " + idleNanos);
    }
    if (ageNanosMax <= 0) {
      throw new IllegalArgumentException("ageNanosMax must be above 0, got " + ageNanosMax);
    }
    this.visitsMax = visitsMax;
    this.idleNanos = idleNanos;
    this.ageNanosMax = ageNanosMax;
  }

  /**
   * Sets the present visit cost.
   *
   * @param nanos CPU time, above 0; infinity while nothing is known
   */
  public void setPrice(double nanos) {
    priceNanos = nanos;
    usual.cpuNanos().setVisitCost(nanos);
    bursts.setPrice(nanos);
  }

  /** Returns what is known of visits that ask on and on without pause. */
  public Bursts bursts() {
    return bursts;
  }

  /**
   * Returns whether the visit was admitted and has not ended, whether it is over its account or
   * not.
   */
  public synchronized boolean isUnderWay(long visit, long nowNanos) {
    return find(visit, nowNanos) != null;
  }

  /** Returns whether the visit has been under way for so long that it must begin again. */
  public synchronized boolean isTooOld(long visit, long nowNanos) {
    VisitAccount account = find(visit, nowNanos);
    return account != null && isTooOld(account, nowNanos);
  }

  /**
   * Returns whether the visit is under way, but must be charged before it is served as one. Either
   * it is over its account, or more than {@value #FAILED_MAX} handshakes with its sessions for each
   * charge were begun and not finished, of which one every five seconds is forgiven.
   */
  public synchronized boolean mustPay(long visit, long nowNanos) {
    VisitAccount account = find(visit, nowNanos);
    return account != null && mustPay(account, nowNanos);
  }

  private boolean mustPay(VisitAccount account, long nowNanos) {
    return account.failedLately(nowNanos) > FAILED_MAX * account.paidVisits()
        || hasNoBalance(account, /* cpuNanos= */ 0, nowNanos);
  }

  /** Returns whether all that is known of this visit is a courtesy page. */
  public synchronized boolean isCourtesy(long visit, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    return account != null && hasPage(account, nowNanos) && !isUnderWay(account, nowNanos);
  }

  /** Returns the account of a visit under way; null if there is none. */
  public synchronized @Nullable VisitAccount find(long visit, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    return account != null && isUnderWay(account, nowNanos) ? account : null;
  }

  /**
   * Notes that a connection of this visit has finished its handshake, or does something.
   *
   * @param beganNanos when the visit began, if it is not known to be under way
   * @return its account, which may be a new one
   */
  public synchronized VisitAccount active(long visit, long beganNanos, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    if (account != null && isUnderWay(account, nowNanos)) {
      account.seen(account.isForeign() ? State.FOREIGN : State.UNDER_WAY, nowNanos);
      return put(visit, account, nowNanos);
    }
    State state = beganNanos - nowNanos < 0 ? State.FOREIGN : State.UNDER_WAY;
    return put(visit, new VisitAccount(visit, state, beganNanos, nowNanos), nowNanos);
  }

  /**
   * Returns whether a connection of this visit has finished its handshake, and the visit has not
   * ended. If not, the visit begins with the next one.
   */
  public synchronized boolean hasBegun(long visit, long nowNanos) {
    VisitAccount account = find(visit, nowNanos);
    return account != null && (account.state() == State.UNDER_WAY || account.isForeign());
  }

  /**
   * Returns whether the first connection of this visit was admitted, and none has finished its
   * handshake.
   */
  public synchronized boolean isAdmitted(long visit, long nowNanos) {
    VisitAccount account = find(visit, nowNanos);
    return account != null
        && (account.state() == State.ADMITTED || account.state() == State.COURTESY_ADMITTED);
  }

  /**
   * Notes that a connection of this account's visit does something. A forgotten visit becomes known
   * again. A visit that was idle for too long goes on as a foreign one.
   *
   * @param visit the name by which the connection knows it
   * @return its account, another one if it has begun again meanwhile
   */
  public synchronized VisitAccount touch(long visit, VisitAccount account, long nowNanos) {
    VisitAccount known = accounts.get(visit);
    if (known != null && known != account && isUnderWay(known, nowNanos)) {
      known.seen(known.state(), nowNanos);
      return put(visit, known, nowNanos);
    }
    boolean foreign = account.isForeign() || !isUnderWay(account, nowNanos);
    account.seen(foreign ? State.FOREIGN : State.UNDER_WAY, nowNanos);
    return put(visit, account, nowNanos);
  }

  /**
   * Creates an account for a connection that was charged for a visit of its own, but shows a
   * session of another one: a ticket that was used too often. No name leads to this account.
   */
  public VisitAccount apart(long visit, long nowNanos) {
    return new VisitAccount(visit, State.UNDER_WAY, nowNanos, nowNanos);
  }

  /**
   * Notes that the first connection of this visit was admitted, and will do its handshake. Until
   * then, connections beside it belong to a visit under way. A visit that must be charged has been
   * charged. If the session is of a parallel connection, it may have joined the visit of another
   * client at its address. Then it gets a visit of its own, without the debt of the other.
   */
  public synchronized void noteAdmitted(long visit, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    boolean paysAgain =
        account != null && isUnderWay(account, nowNanos) && !isTooOld(account, nowNanos);
    if (account != null && paysAgain && account.visit() == visit) {
      account.pay(priceNanos);
      return;
    }
    // If no handshake follows, the client has got only a page.
    boolean page = account != null && hasPage(account, nowNanos);
    State state = page ? State.COURTESY_ADMITTED : State.ADMITTED;
    VisitAccount own = new VisitAccount(visit, state, nowNanos, nowNanos);
    put(visit, paysAgain ? own.paidAtOnce() : own, nowNanos);
  }

  /**
   * Adds a session of another name to a visit under way: that of a parallel connection, which began
   * with a full handshake of its own.
   *
   * @return its account
   */
  public synchronized VisitAccount join(long visit, VisitAccount account, long nowNanos) {
    account.seen(account.isForeign() ? State.FOREIGN : State.UNDER_WAY, nowNanos);
    return put(visit, account, nowNanos);
  }

  /**
   * Notes that the client with this session got a courtesy page; nothing changes if its visit is
   * under way.
   */
  public synchronized void courtesy(long visit, long nowNanos) {
    if (find(visit, nowNanos) == null) {
      put(visit, new VisitAccount(visit, State.COURTESY, nowNanos, nowNanos), nowNanos);
    }
  }

  /**
   * Notes CPU time that was spent for a visit.
   *
   * @param turns requests and handshakes that were done with it, at least 0
   * @param cpuNanos at least 0
   * @param deferred whether it was deferred work
   * @return the part of it that is in no visit cost, {@link VisitAccount#excessNanos}
   */
  public long spend(
      VisitAccount account, int turns, long cpuNanos, boolean deferred, long nowNanos) {
    long excess = account.spend(turns, cpuNanos, deferred, priceNanos, usual, nowNanos);
    usual.observe(account, nowNanos);
    return excess;
  }

  /**
   * Charges a handshake that claimed a session of this visit and was not finished to the visit. A
   * visit that is not known here gets an account, because its sessions are admitted as those of a
   * visit under way. Otherwise each of its tickets could have any number of failures.
   */
  public void failed(long visit, long cpuNanos, long nowNanos) {
    VisitAccount account = findOrOpen(visit, nowNanos);
    if (account != null) {
      account.failed(nowNanos);
      account.spendFailed(cpuNanos, priceNanos, usual.cpuNanos(), nowNanos);
    }
  }

  /**
   * Takes CPU time off what the visit may use, although none was spent: for something else that it
   * has kept from others.
   */
  public void fine(VisitAccount account, long nanos, long nowNanos) {
    account.fine(nanos, priceNanos, usual.cpuNanos(), nowNanos);
  }

  /** Returns null if the visit is known to have ended, or had only a courtesy page. */
  private synchronized @Nullable VisitAccount findOrOpen(long visit, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    if (account == null) {
      return put(visit, new VisitAccount(visit, State.FOREIGN, nowNanos, nowNanos), nowNanos);
    }
    return isUnderWay(account, nowNanos) ? account : null;
  }

  /** Returns whether the visit is over its account. */
  public boolean isOver(VisitAccount account, long nowNanos) {
    return isOverAfter(account, /* cpuNanos= */ 0, nowNanos);
  }

  /**
   * Returns whether the visit is over its account, for a turn that came {@code waitedNanos} ago.
   */
  public boolean isOver(VisitAccount account, long waitedNanos, long nowNanos) {
    return hasNoBalance(account, /* cpuNanos= */ 0, nowNanos)
        || bursts.isLong(account, /* moreNanos= */ 0, nowNanos - waitedNanos);
  }

  /** Returns whether the visit will be over its account when so much more is spent for it. */
  public boolean isOverAfter(VisitAccount account, long cpuNanos, long nowNanos) {
    return hasNoBalance(account, cpuNanos, nowNanos) || bursts.isLong(account, cpuNanos, nowNanos);
  }

  private boolean hasNoBalance(VisitAccount account, long cpuNanos, long nowNanos) {
    return account.balanceNanos(priceNanos, usual.cpuNanos(), nowNanos) < cpuNanos;
  }

  /**
   * Returns 2 P of the oldest visits: the CPU time of one visit that counts for the visit cost at
   * most. 0 while the usual amounts are not known.
   */
  public double countedNanosMax() {
    return usual.cpuNanos().isKnown() ? usual.pricedNanosMax(priceNanos, Long.MAX_VALUE) : 0;
  }

  /** Returns the accounts that are kept; some of their visits may have ended. */
  public synchronized int size() {
    return accounts.size();
  }

  private boolean isTooOld(VisitAccount account, long nowNanos) {
    return nowNanos - account.beganNanos() > ageNanosMax;
  }

  private boolean isUnderWay(VisitAccount account, long nowNanos) {
    long idle = account.idleNanos(nowNanos);
    return switch (account.state()) {
      case UNDER_WAY, FOREIGN -> idle <= idleNanos;
      case ADMITTED, COURTESY_ADMITTED -> idle <= Math.min(idleNanos, HANDSHAKE_NANOS_MAX);
      case COURTESY -> false;
    };
  }

  private boolean hasPage(VisitAccount account, long nowNanos) {
    State state = account.state();
    return (state == State.COURTESY || state == State.COURTESY_ADMITTED)
        && account.idleNanos(nowNanos) <= idleNanos;
  }

  private VisitAccount put(long visit, VisitAccount account, long nowNanos) {
    accounts.remove(visit); // makes it the latest
    accounts.put(visit, account);
    forget(nowNanos);
    return account;
  }

  /**
   * Removes a few ended visits, oldest first, so that no call takes long, and those beyond the
   * bound.
   */
  private void forget(long nowNanos) {
    Iterator<VisitAccount> eldest = accounts.values().iterator();
    for (int i = 0; i < FORGET_MAX && eldest.hasNext(); i++) {
      if (eldest.next().idleNanos(nowNanos) <= idleNanos) {
        break;
      }
      eldest.remove();
    }
    for (int spared = 0; accounts.size() > visitsMax; spared++) {
      Long first = accounts.keySet().iterator().next();
      VisitAccount account = accounts.remove(first);
      if (spared < SPARED_MAX && mustPay(account, nowNanos)) {
        accounts.put(first, account); // its turn comes again after all others
      }
    }
  }
}
