package io.headwaiter.front.session;

import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.front.work.ExcessTurns;
import io.headwaiter.tls.KnownSession;
import java.util.concurrent.atomic.AtomicBoolean;

/** A connection's part in its visit. */
public final class SessionUse implements ExcessTurns.Owner {
  // Finds no account.
  static final long NO_NAME = KnownSession.UNKNOWN;

  // A server has at least ten workers for each processor.
  private static final int HELD_PARTS = 10;
  // Distance between turns of one visit that wait at the same time, among those of others.
  private static final long TURN_SPACING_NANOS = 20_000_000L;
  private static final long TOUCH_NANOS_MAX = 1_000_000_000L;
  private static final int TOUCHES_PER_IDLE_TIME = 8;

  private final SessionDirectory directory;
  private final VisitAccounts accounts;
  // NO_NAME if no name finds the account.
  private final long visit;
  // Replaced if the visit began again meanwhile.
  private volatile VisitAccount account;
  private volatile long saidNanos;
  private final AtomicBoolean open = new AtomicBoolean(true);
  private final boolean begins;
  private boolean firstTurnToCome;

  SessionUse(
      SessionDirectory directory, long visit, VisitAccount account, boolean begins, long nowNanos) {
    this.directory = directory;
    this.accounts = directory.accounts();
    this.visit = visit;
    this.account = account;
    this.begins = begins;
    this.firstTurnToCome = begins;
    this.saidNanos = nowNanos;
  }

  /** Returns the name of its visit; {@link KnownSession#UNKNOWN} if no name finds its account. */
  public long visit() {
    return visit;
  }

  /** Returns when the visit began; for one that was only admitted before, when that was. */
  public long beganNanos() {
    return account.beganNanos();
  }

  /** Returns whether the visit has begun with this connection. */
  public boolean begins() {
    return begins;
  }

  /**
   * Returns the name of its account, under which its connections are counted. For a parallel
   * connection it is that of the visit it joined. {@link SessionLookup#NO_VISIT} if no name finds
   * the account.
   */
  public long accountName() {
    return visit == NO_NAME ? SessionLookup.NO_VISIT : account.visit();
  }

  /** Returns how long ago the visit began, in nanoseconds. */
  public long ageNanos() {
    return directory.nowNanos() - account.beganNanos();
  }

  /**
   * Returns whether the turn that ends now is the first of its visit.
   *
   * @param steps requests and handshakes of later connections in it; after a turn without any, the
   *     first one is still to come
   */
  public boolean takeFirstTurn(int steps) {
    boolean first = firstTurnToCome;
    firstTurnToCome &= steps == 0;
    return first;
  }

  /**
   * Records that the visit begins, and its first request is still to come.
   *
   * @param partlyPaid whether part of the visit cost is to be charged when that comes
   * @param admittedNanos when this connection was admitted
   */
  public void awaitRequest(boolean partlyPaid, long admittedNanos) {
    account.awaitRequest(partlyPaid, admittedNanos);
  }

  /** Records a request on this connection. */
  public void requestCame() {
    VisitAccount mine = account;
    if (mine.requestCame()) {
      directory.firstRequestCame(mine);
    }
  }

  /** Returns whether this server did not see the visit begin, so that no plan included its work. */
  public boolean isForeign() {
    return account.isForeign();
  }

  /** Returns whether the visit has taken more than it is allowed. */
  public boolean isOver() {
    return accounts.isOver(account, directory.nowNanos());
  }

  /**
   * Returns whether it has taken more than allowed, for a turn that came {@code waitedNanos} ago.
   */
  public boolean isOver(long waitedNanos) {
    return accounts.isOver(account, waitedNanos, directory.nowNanos());
  }

  /** Returns whether it will have, when so much more CPU time is spent for it. */
  public boolean isOverAfter(long cpuNanos) {
    return accounts.isOverAfter(account, cpuNanos, directory.nowNanos());
  }

  /**
   * Records CPU time that was spent for it.
   *
   * @param turns requests and handshakes of later connections that were done with it
   * @param deferred whether that was work which had waited for CPU time that others leave over
   * @return the part of it that is in no visit cost
   */
  public long spend(int turns, long cpuNanos, boolean deferred) {
    return accounts.spend(account, turns, cpuNanos, deferred, directory.nowNanos());
  }

  /** Records that a turn with requests has ended: how long ago it came, and its CPU time. */
  public void turnEnded(long tookNanos, long cpuNanos) {
    accounts.bursts().turnEnded(account, tookNanos, cpuNanos, directory.nowNanos());
  }

  @Override
  public long assumedTurnNanos() {
    return directory.assumedTurnNanos();
  }

  @Override
  public long likelyTurnNanos() {
    return account.likelyDeferredNanos();
  }

  @Override
  public long placeBehind(long served) {
    return account.placeBehind(served);
  }

  @Override
  public Object holder() {
    return account;
  }

  /** Puts a turn of it among those that wait: {@link VisitAccount#turnNanos}. */
  public QueuePosition takePosition(long waitingSinceNanos) {
    VisitAccount mine = account;
    return new QueuePosition(mine, mine.turnNanos(waitingSinceNanos, TURN_SPACING_NANOS));
  }

  /** Records that the connection does something, and tells the accounts once in a while. */
  public void touch() {
    long now = directory.nowNanos();
    if (now - saidNanos
        >= Math.min(TOUCH_NANOS_MAX, directory.idleNanos() / TOUCHES_PER_IDLE_TIME)) {
      saidNanos = now;
      if (visit != NO_NAME) {
        account = accounts.touch(visit, account, now);
      }
    }
  }

  /**
   * Charges the visit for a worker that has waited for its slow client while others waited for a
   * worker: {@value #HELD_PARTS} s of that cost as much as one second of CPU time.
   */
  public void heldWorker(long nanos) {
    accounts.fine(account, nanos / HELD_PARTS, directory.nowNanos());
  }

  /** Records that the connection has ended; further calls do nothing. */
  public void closed() {
    if (open.getAndSet(false)) {
      account.closed();
    }
  }
}
