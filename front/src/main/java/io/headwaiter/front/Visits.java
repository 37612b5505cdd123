package io.headwaiter.front;

import io.headwaiter.core.admission.Verdict;
import io.headwaiter.core.admission.Verdict.Standing;
import io.headwaiter.core.hello.ResumptionClaim;
import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.door.SessionVerifier;
import io.headwaiter.tls.KnownSession;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.LongSupplier;

/**
 * Tells by its session whether somebody's visit is under way. All sessions of a visit have its name
 * ({@link KnownSession#visit()}), however often they were resumed: by that its account is found.
 *
 * <p>What has no account, because the server was restarted, another node has let it in or there
 * were too many, is decided by the age of the session: it was resumed or issued by a visit that did
 * something then.
 *
 * <p>Thread-safe.
 */
public final class Visits {
  /** Visits that are remembered: 14 MiB. */
  static final int VISITS_MAX = 65_536;

  // Turns of one visit that wait at the same time stand so far apart among those of others.
  private static final long TURN_SPACING_NANOS = 20_000_000L;
  // By which no account is found.
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
  public Visits(
      VisitAccounts accounts, long idleNanos, LongSupplier clockNanos, LongSupplier clockMillis) {
    this.accounts = accounts;
    this.latest = new LatestVisits(accounts);
    this.idleNanos = idleNanos;
    this.clockNanos = clockNanos;
    this.clockMillis = clockMillis;
  }

  /** Who is told of each visit that began when its first request comes, on the request's thread. */
  void whenFirstRequestComes(Consumer<VisitAccount> told) {
    firstRequests = told;
  }

  /** A verifier that finds sessions in this way, and judges them by the accounts. */
  public SessionVerifier verifying(
      BiFunction<ResumptionClaim, String, Optional<KnownSession>> find) {
    return verifying(find, /* quick= */ false);
  }

  /** The same, for sessions that are found fast enough for the door's own thread. */
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
      public Verdict verify(ResumptionClaim claim, String serverName) {
        return find.apply(claim, serverName).map(Visits.this::verdict).orElse(Verdict.UNKNOWN);
      }

      @Override
      public void letIn(Verdict verdict) {
        if (verdict.visit() != Verdict.NO_VISIT) {
          accounts.letIn(verdict.visit(), clockNanos.getAsLong());
        }
      }
    };
  }

  /** The session that is claimed, as the verifier finds it. */
  Optional<KnownSession> find(ResumptionClaim claim, String serverName) {
    return finder.apply(claim, serverName);
  }

  /** Whether this session is of a visit under way, within its account or over it. */
  boolean goesOn(KnownSession session) {
    Standing standing = verdict(session).standing();
    return standing == Standing.CONTINUING || standing == Standing.OVERDRAWN;
  }

  /** What the holder of this session is to us. */
  public Verdict verdict(KnownSession session) {
    long now = clockNanos.getAsLong();
    long visit = session.visit();
    if (visit == KnownSession.UNKNOWN) {
      return new Verdict(Standing.RETURNING, Verdict.NO_VISIT);
    }
    if (accounts.isUnderWay(visit, now)) {
      if (accounts.isTooOld(visit, now)) {
        return new Verdict(Standing.RETURNING, visit);
      }
      boolean pays = accounts.mustPay(visit, now);
      return new Verdict(pays ? Standing.OVERDRAWN : Standing.CONTINUING, visit);
    }
    if (session.courtesy() || accounts.isCourtesy(visit, now)) {
      return new Verdict(Standing.COURTESY, visit);
    }
    long idleMillis = clockMillis.getAsLong() - session.renewedMillis();
    boolean recent = idleMillis <= TimeUnit.NANOSECONDS.toMillis(idleNanos);
    return new Verdict(recent ? Standing.CONTINUING : Standing.RETURNING, visit);
  }

  /**
   * A connection with this session has finished its handshake. A visit that begins is the one that
   * a parallel connection has begun from this address, if there is such a one: it was faster.
   *
   * @param begins whether the visit begins with it
   * @param resumed whether the handshake was a resumed one
   * @param client address of its client; null if it is not known
   * @return the visit of this connection; null if it is not known which one it is
   */
  Stay active(KnownSession session, boolean begins, boolean resumed, InetAddress client) {
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
    if (beginsNow && client != null) {
      latest.began(client, account);
    }
    account.opened(resumed);
    return new Stay(session.visit(), account, beginsNow, now);
  }

  /**
   * Whether the visit of this session has begun and goes on, also with a connection that has paid
   * for it once more.
   */
  boolean hasBegun(KnownSession session) {
    return session.visit() != KnownSession.UNKNOWN
        && accounts.hasBegun(session.visit(), clockNanos.getAsLong());
  }

  /**
   * Whether the visit of this session was let in and has not begun: the connection with which it
   * was is still at its handshake.
   */
  boolean isLetIn(KnownSession session) {
    return session.visit() != KnownSession.UNKNOWN
        && accounts.isLetIn(session.visit(), clockNanos.getAsLong());
  }

  /** A connection with this session was let in, and has been charged for a visit. */
  void paid(KnownSession session) {
    if (session.visit() != KnownSession.UNKNOWN) {
      accounts.letIn(session.visit(), clockNanos.getAsLong());
    }
  }

  /**
   * A connection has finished its handshake that had to pay for a visit of its own, because its
   * ticket was used too often: it has an account of its own, too.
   */
  Stay apart(KnownSession session) {
    if (session.visit() == KnownSession.UNKNOWN) {
      return null;
    }
    long now = clockNanos.getAsLong();
    VisitAccount account = accounts.apart(session.visit(), now);
    account.opened(/* resumed= */ true);
    return new Stay(NO_NAME, account, /* begins= */ true, now);
  }

  /**
   * A parallel connection of a visit that was let in a moment ago has finished its handshake, with
   * a session of its own. It belongs to the visit that began last at its address, be it by chance
   * another one. If none did, that has not finished its handshake, and perhaps never will: then the
   * visit begins with this connection.
   *
   * @param client address of its client; null if it is not known
   * @return its part in the visit; null if the session has no name
   */
  Stay parallel(KnownSession session, InetAddress client) {
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
    return new Stay(session.visit(), account, begins, now);
  }

  /**
   * The holder of this session has paid for no visit: it gets a courtesy page, or its connection is
   * closed. If it comes again with the session, its visit begins and is paid for.
   */
  void unpaid(KnownSession session) {
    if (session.visit() != KnownSession.UNKNOWN) {
      accounts.courtesy(session.visit(), clockNanos.getAsLong());
    }
  }

  /**
   * A handshake that claimed a session of this visit was not finished: its owner pays for it.
   *
   * @param visit {@link Verdict#NO_VISIT} if it is not known
   */
  void failed(long visit, long cpuNanos) {
    if (visit != Verdict.NO_VISIT) {
      accounts.failed(visit, cpuNanos, clockNanos.getAsLong());
    }
  }

  /**
   * What a visit costs now, by which is said what one may take.
   *
   * @param nanos CPU time; 0 while nothing is known
   * @param turnNanos of one of its turns, for threads whose CPU time nobody measures
   */
  void setPrice(double nanos, double turnNanos) {
    accounts.setPrice(nanos > 0 ? nanos : Double.POSITIVE_INFINITY);
    assumedTurnNanos = (long) turnNanos;
  }

  /** The name of the account that this visit has, its own unless it has joined another visit. */
  long accountName(long visit) {
    VisitAccount account = accounts.find(visit, clockNanos.getAsLong());
    return account == null ? visit : account.visit();
  }

  /** Visits that are remembered. */
  public int remembered() {
    return accounts.size();
  }

  /** A connection's part in its visit. */
  public final class Stay implements ExcessTurns.Owner {
    // No name if the account is found by none.
    private final long visit;
    // Another one if the visit began again meanwhile.
    private volatile VisitAccount account;
    private volatile long saidNanos;
    private final AtomicBoolean open = new AtomicBoolean(true);
    private final boolean begins;
    private boolean firstTurnToCome;

    private Stay(long visit, VisitAccount account, boolean begins, long nowNanos) {
      this.visit = visit;
      this.account = account;
      this.begins = begins;
      this.firstTurnToCome = begins;
      this.saidNanos = nowNanos;
    }

    /** The name of its visit. */
    public long visit() {
      return visit;
    }

    /** When the visit began; of one that was only let in before, when that was. */
    long beganNanos() {
      return account.beganNanos();
    }

    /** Whether the visit has begun with this connection. */
    boolean begins() {
      return begins;
    }

    /**
     * The name of its account, under which its connections are counted: that of the visit which a
     * parallel connection has joined. {@link Verdict#NO_VISIT} if it is found by none.
     */
    public long accountName() {
      return visit == NO_NAME ? Verdict.NO_VISIT : account.visit();
    }

    /** How long ago the visit began, in nanoseconds. */
    public long ageNanos() {
      return clockNanos.getAsLong() - account.beganNanos();
    }

    /**
     * Whether the turn that ends now is the first of its visit.
     *
     * @param steps requests and handshakes of later connections in it; a turn without any leaves
     *     the first one to come
     */
    boolean isFirstTurn(int steps) {
      boolean first = firstTurnToCome;
      firstTurnToCome &= steps == 0;
      return first;
    }

    /**
     * The visit begins, and its first request is still to come.
     *
     * @param partlyPaid whether part of its price is to be charged when that comes
     * @param letInNanos when this connection was let in
     */
    void awaitRequest(boolean partlyPaid, long letInNanos) {
      account.awaitRequest(partlyPaid, letInNanos);
    }

    /** A request has come on this connection. */
    void requestCame() {
      VisitAccount mine = account;
      if (mine.requestCame()) {
        firstRequests.accept(mine);
      }
    }

    /** Whether nobody here saw the visit begin: what it asks for was never reckoned with. */
    public boolean isForeign() {
      return account.isForeign();
    }

    /** Whether the visit has taken more than it is allowed. */
    public boolean isOver() {
      return accounts.isOver(account, clockNanos.getAsLong());
    }

    /** Whether it will have, when so much more is spent for it. */
    boolean isOverAfter(long cpuNanos) {
      return accounts.isOverAfter(account, cpuNanos, clockNanos.getAsLong());
    }

    /**
     * So much CPU time was spent for it.
     *
     * @param turns requests and handshakes of later connections that were done with it
     * @param deferred whether that was work which had waited for what others leave over
     * @return the part of it that is in no price
     */
    long spend(int turns, long cpuNanos, boolean deferred) {
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
    public QueuePlace takePlace(long waitingSinceNanos) {
      VisitAccount mine = account;
      return new QueuePlace(mine, mine.turnNanos(waitingSinceNanos, TURN_SPACING_NANOS));
    }

    /** The connection does something, which the accounts are told once in a while. */
    public void touch() {
      long now = clockNanos.getAsLong();
      if (now - saidNanos >= Math.min(TOUCH_NANOS_MAX, idleNanos / TOUCHES_PER_IDLE_TIME)) {
        saidNanos = now;
        if (visit != NO_NAME) {
          account = accounts.touch(visit, account, now);
        }
      }
    }

    /** The connection has ended; more than once does no harm. */
    public void closed() {
      if (open.getAndSet(false)) {
        account.closed();
      }
    }
  }
}
