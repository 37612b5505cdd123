package io.headwaiter.front.session;

import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.admission.SessionLookup.Standing;
import io.headwaiter.core.hello.ResumptionClaim;
import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.door.SessionVerifier;
import io.headwaiter.front.work.ExcessTurns;
import io.headwaiter.tls.KnownSession;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Tells by a session whether its visit is under way. All sessions of a visit have its name ({@link
 * KnownSession#visit()}), however often they were resumed. The name finds the visit's account.
 *
 * <p>A visit has no account if the server was restarted, another node admitted the visit, or there
 * were too many visits. Then the age of the session decides: a visit that was active at that time
 * resumed or issued it.
 *
 * <p>Thread-safe.
 */
public final class SessionDirectory {
  /** The most visits that are remembered: 14 MiB. */
  public static final int VISITS_MAX = 65_536;

  // A server has at least ten workers for each processor.
  private static final int HELD_PARTS = 10;
  // Distance between turns of one visit that wait at the same time, among those of others.
  private static final long TURN_SPACING_NANOS = 20_000_000L;
  // Finds no account.
  private static final long NO_NAME = KnownSession.UNKNOWN;
  private static final long MILLI = 1_000_000L;
  private static final long TOUCH_NANOS_MAX = 1_000_000_000L;
  private static final int TOUCHES_PER_IDLE_TIME = 8;

  private final VisitAccounts accounts;
  private final LatestVisits latest;
  private final long idleNanos;
  private final LongSupplier clockNanos;
  private final LongSupplier clockMillis;
  private volatile long assumedTurnNanos;
  private volatile BiFunction<ResumptionClaim, String, Optional<KnownSession>> finder =
      (claim, serverName) -> Optional.empty();
  private volatile Consumer<VisitAccount> firstRequests = account -> {};

  /**
   * @param accounts with the same idle time
   * @param clockNanos monotonic
   * @param clockMillis since the epoch
   */
  public SessionDirectory(
      VisitAccounts accounts, long idleNanos, LongSupplier clockNanos, LongSupplier clockMillis) {
    this.accounts = accounts;
    this.latest = new LatestVisits(accounts);
    this.idleNanos = idleNanos;
    this.clockNanos = clockNanos;
    this.clockMillis = clockMillis;
  }

  /**
   * Sets the listener that is called at the first request of each visit that began, on the
   * request's thread.
   */
  public void whenFirstRequestComes(Consumer<VisitAccount> told) {
    firstRequests = told;
  }

  /** Returns a verifier that finds sessions in this way, and judges them by the accounts. */
  public SessionVerifier verifying(
      BiFunction<ResumptionClaim, String, Optional<KnownSession>> find) {
    return verifying(find, /* quick= */ false);
  }

  /** Returns the same, for sessions that are found fast enough for the door's own thread. */
  public SessionVerifier verifyingQuickly(
      BiFunction<ResumptionClaim, String, Optional<KnownSession>> find) {
    return verifying(find, /* quick= */ true);
  }

  private SessionVerifier verifying(
      BiFunction<ResumptionClaim, String, Optional<KnownSession>> find, boolean quick) {
    finder = find;
    return new SessionVerifier() {
      @Override
      public boolean isQuick() {
        return quick;
      }

      @Override
      public SessionLookup verify(ResumptionClaim claim, @Nullable String serverName) {
        return find.apply(claim, serverName)
            .map(SessionDirectory.this::verdict)
            .orElse(SessionLookup.UNKNOWN);
      }

      @Override
      public void letIn(SessionLookup lookup) {
        if (lookup.visit() != SessionLookup.NO_VISIT) {
          accounts.letIn(lookup.visit(), clockNanos.getAsLong());
        }
      }
    };
  }

  /** Returns the claimed session, as the verifier finds it. */
  public Optional<KnownSession> find(ResumptionClaim claim, @Nullable String serverName) {
    return finder.apply(claim, serverName);
  }

  /** Returns whether this session is of a visit under way, within its account or over it. */
  public boolean goesOn(KnownSession session) {
    Standing standing = verdict(session).standing();
    return standing == Standing.CONTINUING || standing == Standing.OVERDRAWN;
  }

  /** Returns the standing of this session, and its visit. */
  public SessionLookup verdict(KnownSession session) {
    long now = clockNanos.getAsLong();
    long visit = session.visit();
    if (visit == KnownSession.UNKNOWN) {
      return new SessionLookup(Standing.RETURNING, SessionLookup.NO_VISIT);
    }
    if (accounts.isUnderWay(visit, now)) {
      if (accounts.isTooOld(visit, now)) {
        return new SessionLookup(Standing.RETURNING, visit);
      }
      boolean pays = accounts.mustPay(visit, now);
      return new SessionLookup(pays ? Standing.OVERDRAWN : Standing.CONTINUING, visit);
    }
    if (session.courtesy() || accounts.isCourtesy(visit, now)) {
      return new SessionLookup(Standing.COURTESY, visit);
    }
    long idleMillis = clockMillis.getAsLong() - session.renewedMillis();
    boolean recent = idleMillis <= TimeUnit.NANOSECONDS.toMillis(idleNanos);
    return new SessionLookup(recent ? Standing.CONTINUING : Standing.RETURNING, visit);
  }

  /**
   * Records that a connection with this session has finished its handshake. If a parallel
   * connection from this address was faster and has begun the visit, a visit that begins now joins
   * that one.
   *
   * @param begins whether the visit begins with it
   * @param resumed whether the handshake was a resumed one
   * @param client address of its client; null if it is not known
   * @return the visit of this connection; null if it is not known which one it is
   */
  public @Nullable SessionUse active(
      KnownSession session, boolean begins, boolean resumed, @Nullable InetAddress client) {
    if (session.visit() == KnownSession.UNKNOWN) {
      return null;
    }
    long now = clockNanos.getAsLong();
    long agoMillis = begins ? 0 : clockMillis.getAsLong() - session.beganMillis();
    long began = now - Math.max(0, agoMillis) * MILLI;
    VisitAccount early = begins && client != null ? latest.takeParallel(client, now) : null;
    VisitAccount account =
        early == null
            ? accounts.active(session.visit(), began, now)
            : accounts.join(session.visit(), early, now);
    boolean beginsNow = begins && early == null;
    if (client != null) {
      latest.seen(client, account, beginsNow, now);
    }
    account.opened(resumed);
    return new SessionUse(session.visit(), account, beginsNow, now);
  }

  /**
   * Returns whether the visit of this session has begun and goes on, even if the connection was
   * charged for it once more.
   */
  public boolean hasBegun(KnownSession session) {
    return session.visit() != KnownSession.UNKNOWN
        && accounts.hasBegun(session.visit(), clockNanos.getAsLong());
  }

  /**
   * Returns whether the visit of this session was admitted and has not begun: its first connection
   * is still at its handshake.
   */
  public boolean isLetIn(KnownSession session) {
    return session.visit() != KnownSession.UNKNOWN
        && accounts.isLetIn(session.visit(), clockNanos.getAsLong());
  }

  /** Records that a connection with this session was admitted, and charged for a visit. */
  public void paid(KnownSession session) {
    if (session.visit() != KnownSession.UNKNOWN) {
      accounts.letIn(session.visit(), clockNanos.getAsLong());
    }
  }

  /**
   * Records the end of a handshake of a connection that was charged for a visit of its own, because
   * its ticket was used too often. It gets an account of its own, too.
   */
  public @Nullable SessionUse apart(KnownSession session) {
    if (session.visit() == KnownSession.UNKNOWN) {
      return null;
    }
    long now = clockNanos.getAsLong();
    VisitAccount account = accounts.apart(session.visit(), now);
    account.opened(/* resumed= */ true);
    return new SessionUse(NO_NAME, account, /* begins= */ true, now);
  }

  /**
   * Records that a parallel connection of a visit that was admitted a moment ago has finished its
   * handshake, with a session of its own. It belongs to the visit that began last at its address,
   * even if that is by chance another one. If none began there, the visit's first connection has
   * not finished its handshake and may never do so. Then the visit begins with this connection.
   *
   * @param client address of its client; null if it is not known
   * @return its part in the visit; null if the session has no name
   */
  public @Nullable SessionUse parallel(KnownSession session, @Nullable InetAddress client) {
    if (session.visit() == KnownSession.UNKNOWN) {
      return null;
    }
    long now = clockNanos.getAsLong();
    VisitAccount account =
        client == null
            ? accounts.active(session.visit(), now, now)
            : latest.joinOrBegin(client, session.visit(), now);
    boolean begins = account.visit() == session.visit();
    account.opened(/* resumed= */ false);
    return new SessionUse(session.visit(), account, begins, now);
  }

  /**
   * Records that the holder of this session was charged for no visit: it gets a courtesy page, or
   * its connection is closed. If it comes again with the session, its visit begins and is charged.
   */
  public void unpaid(KnownSession session) {
    if (session.visit() != KnownSession.UNKNOWN) {
      accounts.courtesy(session.visit(), clockNanos.getAsLong());
    }
  }

  /**
   * Charges a visit for a handshake that claimed one of its sessions and was not finished.
   *
   * @param visit {@link SessionLookup#NO_VISIT} if it is not known
   */
  public void failed(long visit, long cpuNanos) {
    if (visit != SessionLookup.NO_VISIT) {
      accounts.failed(visit, cpuNanos, clockNanos.getAsLong());
    }
  }

  /**
   * Sets the present visit cost, from which follows what a visit may take.
   *
   * @param nanos CPU time; 0 while nothing is known
   * @param turnNanos of one of its turns, for threads without a measured CPU time
   */
  public void setPrice(double nanos, double turnNanos) {
    accounts.setPrice(nanos > 0 ? nanos : Double.POSITIVE_INFINITY);
    assumedTurnNanos = (long) turnNanos;
  }

  /** Returns the name of this visit's account, its own unless it has joined another visit. */
  public long accountName(long visit) {
    VisitAccount account = accounts.find(visit, clockNanos.getAsLong());
    return account == null ? visit : account.visit();
  }

  /** Returns how many visits are remembered. */
  public int remembered() {
    return accounts.size();
  }

  /** A connection's part in its visit. */
  public final class SessionUse implements ExcessTurns.Owner {
    // NO_NAME if no name finds the account.
    private final long visit;
    // Replaced if the visit began again meanwhile.
    private volatile VisitAccount account;
    private volatile long saidNanos;
    private final AtomicBoolean open = new AtomicBoolean(true);
    private final boolean begins;
    private boolean firstTurnToCome;

    private SessionUse(long visit, VisitAccount account, boolean begins, long nowNanos) {
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
      return clockNanos.getAsLong() - account.beganNanos();
    }

    /**
     * Returns whether the turn that ends now is the first of its visit.
     *
     * @param steps requests and handshakes of later connections in it; after a turn without any,
     *     the first one is still to come
     */
    public boolean isFirstTurn(int steps) {
      boolean first = firstTurnToCome;
      firstTurnToCome &= steps == 0;
      return first;
    }

    /**
     * Records that the visit begins, and its first request is still to come.
     *
     * @param partlyPaid whether part of the visit cost is to be charged when that comes
     * @param letInNanos when this connection was admitted
     */
    public void awaitRequest(boolean partlyPaid, long letInNanos) {
      account.awaitRequest(partlyPaid, letInNanos);
    }

    /** Records a request on this connection. */
    public void requestCame() {
      VisitAccount mine = account;
      if (mine.requestCame()) {
        firstRequests.accept(mine);
      }
    }

    /**
     * Returns whether this server did not see the visit begin, so that no plan included its work.
     */
    public boolean isForeign() {
      return account.isForeign();
    }

    /** Returns whether the visit has taken more than it is allowed. */
    public boolean isOver() {
      return accounts.isOver(account, clockNanos.getAsLong());
    }

    /** Returns whether it will have, when so much more CPU time is spent for it. */
    public boolean isOverAfter(long cpuNanos) {
      return accounts.isOverAfter(account, cpuNanos, clockNanos.getAsLong());
    }

    /**
     * Records CPU time that was spent for it.
     *
     * @param turns requests and handshakes of later connections that were done with it
     * @param deferred whether that was work which had waited for CPU time that others leave over
     * @return the part of it that is in no visit cost
     */
    public long spend(int turns, long cpuNanos, boolean deferred) {
      return accounts.spend(account, turns, cpuNanos, deferred, clockNanos.getAsLong());
    }

    @Override
    public long assumedTurnNanos() {
      return assumedTurnNanos;
    }

    @Override
    public long lastTurnNanos() {
      return account.deferredNanos();
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
      long now = clockNanos.getAsLong();
      if (now - saidNanos >= Math.min(TOUCH_NANOS_MAX, idleNanos / TOUCHES_PER_IDLE_TIME)) {
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
      accounts.fine(account, nanos / HELD_PARTS, clockNanos.getAsLong());
    }

    /** Records that the connection has ended; further calls do nothing. */
    public void closed() {
      if (open.getAndSet(false)) {
        account.closed();
      }
    }
  }
}
