package io.headwaiter.core.visit;

import io.headwaiter.core.capacity.VisitWork;
import io.headwaiter.core.visit.VisitAccount.State;
import io.headwaiter.core.visit.VisitAccount.Usual;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The accounts of the visits that are under way, and of clients that have got no more than a
 * courtesy page.
 *
 * <pre>
 *   under way   now - last &lt;= idle       last = when a connection of the visit last did something
 *   let in      now - last &lt;= min(idle, 10 s)   its handshake is still to come
 *   courtesy    now - last &lt;= idle       last = when it got its page
 *   too old     now - began &gt; oldest     its next connection begins a new account
 *   balance     c := 3 V at first; V of one that began elsewhere, or left the visit of another
 *               c := c + V with each further payment
 *               c := min(3 V, c + 3 (N(age) - N(age before)))   as it grows older, if c &lt; 3 V
 *               c := c - w               when a turn took w of CPU time, unless it was deferred
 *   over        c &lt; 0
 *   priced      min(w, c, 2 P(age) - p)   p = what of its work is priced already; the rest is excess;
 *               0 if the visit had twice as many turns as is usual at its age
 *   V           price of a visit now
 *   N, P        CPU time that visits usually have taken by an age, {@link AgeNorm}
 * </pre>
 *
 * <p>A visit that is over its account pays again: its next connection is one of a customer that
 * returns. What it has asked for meanwhile is deferred: done with what others leave over, for which
 * it owes nothing. A visit may take three times what it paid for at once, because the price is a
 * mean, and a customer that buys takes more than one that looks; and then three times what is usual
 * from now on, because a long visit is no abuse. It saves up no more than it began with: one that
 * was idle for an hour may not take an hour's worth in a second. What it took beyond is a debt
 * without a bound, because work that was begun cannot be stopped: else one endless request would
 * cost no more than three short ones.
 *
 * <p>Until enough visits were watched nothing is known of either, and no visit is over its account.
 *
 * <p>Worked number: V = 17 ms, and visits usually take 1 ms a second. A visit may take 51 ms at
 * once and 3 ms a second from then on. One that asks without pause takes 51 ms within the first
 * tenth of a second, and is over its account until it pays or waits: a page of 10 ms brings it to
 * -10 ms, which is 3.3 s of waiting.
 *
 * <p>A visit has a name of 64 bits that all its sessions share, and that nobody can choose.
 * Bounded: over {@code visitsMax} the visit that has been idle longest is forgotten, but one that
 * must pay after up to {@value #SPARED_MAX} others: a crowd of visits would wipe its debt out.
 *
 * <p>Thread-safe. Time comes in as {@code nowNanos} of any monotonic clock.
 */
public final class VisitAccounts {
  /** The most visits that can be asked for. */
  public static final int VISITS_MAX = 1 << 24;

  /** How many times what it paid for at first, and then what is usual, a visit may take. */
  public static final int ALLOWANCE = 3;

  /** How many handshakes of one visit may fail until it pays again. */
  static final int FAILED_MAX = 50;

  // Time for a handshake over a bad line.
  private static final long HANDSHAKE_NANOS_MAX = 10_000_000_000L;
  private static final int FORGET_MAX = 2;
  // Of those that are too many, so that no call takes long.
  private static final int SPARED_MAX = 8;

  private final int visitsMax;
  private final long idleNanos;
  private final long ageNanosMax;
  private final Usual usual = new Usual(new AgeNorm(), new AgeNorm());
  // From the visit that has been idle longest to the latest.
  private final Map<Long, VisitAccount> accounts = new LinkedHashMap<>();
  private volatile double priceNanos = Double.POSITIVE_INFINITY;

  /**
   * No accounts yet.
   *
   * @param visitsMax accounts that are kept, from 1 to {@value #VISITS_MAX}
   * @param idleNanos how long a visit may do nothing, above 0
   * @param ageNanosMax how long a visit may last until it pays again, above 0
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
   * What a visit costs now.
   *
   * @param nanos CPU time, above 0; infinity while nothing is known
   */
  public void setPrice(double nanos) {
    priceNanos = nanos;
  }

  /** Whether the visit was let in and is not over, whether it is over its account or not. */
  public synchronized boolean isUnderWay(long visit, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    return account != null && isUnderWay(account, nowNanos);
  }

  /** Whether the visit is under way for so long that it must begin again. */
  public synchronized boolean isTooOld(long visit, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    return account != null && isUnderWay(account, nowNanos) && isTooOld(account, nowNanos);
  }

  /**
   * Whether the visit is under way, but must pay before it is served as one: it is over its
   * account, or more handshakes with its sessions were begun and not finished than {@value
   * #FAILED_MAX} for each time that it paid, of which one every five seconds is forgiven.
   */
  public synchronized boolean mustPay(long visit, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    return account != null && isUnderWay(account, nowNanos) && mustPay(account, nowNanos);
  }

  private boolean mustPay(VisitAccount account, long nowNanos) {
    return account.failedLately(nowNanos) > FAILED_MAX * account.paidVisits()
        || isOver(account, nowNanos);
  }

  /** Whether all that is known of this visit is that it got a courtesy page. */
  public synchronized boolean isCourtesy(long visit, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    return account != null && hasPage(account, nowNanos) && !isUnderWay(account, nowNanos);
  }

  /** The account of a visit under way; null if there is none. */
  public synchronized VisitAccount find(long visit, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    return account != null && isUnderWay(account, nowNanos) ? account : null;
  }

  /**
   * A connection of this visit has finished its handshake, or does something.
   *
   * @param beganNanos when the visit began, if it is not under way by what is known
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
   * Whether a connection of this visit has finished its handshake, and the visit is not over. If
   * not, it begins with the next one.
   */
  public synchronized boolean hasBegun(long visit, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    return account != null
        && isUnderWay(account, nowNanos)
        && (account.state() == State.UNDER_WAY || account.isForeign());
  }

  /** Whether the first connection of this visit was let in, and none has finished its handshake. */
  public synchronized boolean isLetIn(long visit, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    return account != null
        && isUnderWay(account, nowNanos)
        && (account.state() == State.LET_IN || account.state() == State.COURTESY_LET_IN);
  }

  /**
   * A connection of this account's visit does something. What was forgotten is known again; a visit
   * that was idle for too long goes on as one that was not reckoned with.
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
   * An account for a connection that has paid for a visit of its own, and shows a session of
   * another one: a ticket that was used too often. It is found by no name.
   */
  public VisitAccount apart(long visit, long nowNanos) {
    return new VisitAccount(visit, State.UNDER_WAY, nowNanos, nowNanos);
  }

  /**
   * The first connection of this visit was let in, and will do its handshake: until then those that
   * come beside it belong to a visit under way. A visit that must pay has paid; if the session is
   * of a parallel connection, which may have joined the visit of another client at its address, it
   * has bought a visit of its own, and leaves what the other owes.
   */
  public synchronized void letIn(long visit, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    boolean underWay = account != null && isUnderWay(account, nowNanos);
    boolean joined = underWay && account.visit() != visit;
    boolean paysAgain = underWay && !isTooOld(account, nowNanos);
    if (paysAgain && !joined) {
      account.pay(priceNanos);
      return;
    }
    // If no handshake follows, a page is all that its holder has got.
    boolean page = account != null && hasPage(account, nowNanos);
    State state = page ? State.COURTESY_LET_IN : State.LET_IN;
    VisitAccount own = new VisitAccount(visit, state, nowNanos, nowNanos);
    put(visit, paysAgain ? own.paidAtOnce() : own, nowNanos);
  }

  /**
   * A session of another name belongs to a visit under way, too: that of a parallel connection,
   * which began with a full handshake of its own.
   *
   * @return its account
   */
  public synchronized VisitAccount join(long visit, VisitAccount account, long nowNanos) {
    account.seen(account.isForeign() ? State.FOREIGN : State.UNDER_WAY, nowNanos);
    return put(visit, account, nowNanos);
  }

  /** The holder of this session got a courtesy page; nothing changes if its visit is under way. */
  public synchronized void courtesy(long visit, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    if (account == null || !isUnderWay(account, nowNanos)) {
      put(visit, new VisitAccount(visit, State.COURTESY, nowNanos, nowNanos), nowNanos);
    }
  }

  /**
   * So much CPU time was spent for a visit.
   *
   * @param turns requests and handshakes that were done with it, at least 0
   * @param cpuNanos at least 0
   * @param deferred whether that was work which had waited for what others leave over
   * @return the part of it that is in no price, {@link VisitAccount#excessNanos}
   */
  public long spend(
      VisitAccount account, int turns, long cpuNanos, boolean deferred, long nowNanos) {
    long excess = account.spend(turns, cpuNanos, deferred, priceNanos, usual, nowNanos);
    int bin = VisitWork.binOf(nowNanos - account.beganNanos());
    // What a foreign visit spent elsewhere is not known, and a connection that never asks for
    // anything says nothing about those that do.
    if (bin >= 0 && account.turns() > 0 && !account.isForeign() && account.reaches(bin)) {
      usual.cpuNanos().observe(bin, account.workNanos());
      usual.turns().observe(bin, account.turns());
    }
    return excess;
  }

  /**
   * A handshake that claimed a session of this visit was not finished, and has cost so much: its
   * owner pays. A visit that is not known here, but whose sessions come in as those of a visit
   * under way, has an account from then on: else each of its tickets would have as many failures as
   * it likes.
   */
  public void failed(long visit, long cpuNanos, long nowNanos) {
    VisitAccount account = findOrOpen(visit, nowNanos);
    if (account != null) {
      account.failed(nowNanos);
      account.spendFailed(cpuNanos, priceNanos, usual.cpuNanos(), nowNanos);
    }
  }

  /** Null if all that is known of the visit is that it is over, or had a courtesy page. */
  private synchronized VisitAccount findOrOpen(long visit, long nowNanos) {
    VisitAccount account = accounts.get(visit);
    if (account == null) {
      return put(visit, new VisitAccount(visit, State.FOREIGN, nowNanos, nowNanos), nowNanos);
    }
    return isUnderWay(account, nowNanos) ? account : null;
  }

  /** Whether the visit has taken more than it may. */
  public boolean isOver(VisitAccount account, long nowNanos) {
    return isOverAfter(account, /* cpuNanos= */ 0, nowNanos);
  }

  /** Whether the visit will have taken more than it may when so much more is spent for it. */
  public boolean isOverAfter(VisitAccount account, long cpuNanos, long nowNanos) {
    return account.balanceNanos(priceNanos, usual.cpuNanos(), nowNanos) < cpuNanos;
  }

  /** Accounts that are kept, of which some visits may be over. */
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
      case LET_IN, COURTESY_LET_IN -> idle <= Math.min(idleNanos, HANDSHAKE_NANOS_MAX);
      case COURTESY -> false;
    };
  }

  private boolean hasPage(VisitAccount account, long nowNanos) {
    State state = account.state();
    return (state == State.COURTESY || state == State.COURTESY_LET_IN)
        && account.idleNanos(nowNanos) <= idleNanos;
  }

  private VisitAccount put(long visit, VisitAccount account, long nowNanos) {
    accounts.remove(visit); // so that it is the latest
    accounts.put(visit, account);
    forget(nowNanos);
    return account;
  }

  /**
   * A few of those that are over, oldest first, so that no call takes long; and what is too many.
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
        accounts.put(first, account); // it is asked again when all others were
      }
    }
  }
}
