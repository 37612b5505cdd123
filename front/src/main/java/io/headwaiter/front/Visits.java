package io.headwaiter.front;

import io.headwaiter.core.admission.Verdict;
import io.headwaiter.core.admission.Verdict.Standing;
import io.headwaiter.core.hello.ResumptionClaim;
import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.door.SessionVerifier;
import io.headwaiter.tls.KnownSession;
import java.net.InetAddress;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
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
  private static final int ADDRESSES_MAX = 16_384;
  // So long after a visit was let in its parallel connections come.
  private static final long PARALLEL_NANOS = 3_000_000_000L;
  private static final long MILLI = 1_000_000L;
  private static final long TOUCH_NANOS_MAX = 1_000_000_000L;
  private static final int TOUCHES_PER_IDLE_TIME = 8;

  private final VisitAccounts accounts;
  // Whose visit began last at an address, for the parallel connections that follow it.
  private final Map<InetAddress, Beginner> latest = Collections.synchronizedMap(new Latest());
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
   * A connection with this session has finished its handshake.
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
    VisitAccount account = accounts.active(session.visit(), began, now);
    if (begins && client != null) {
      latest.merge(client, new Beginner(account, /* isAlone= */ true), Beginner::after);
    }
    account.opened(resumed);
    return new Stay(session.visit(), account, begins, now);
  }

  /**
   * Whether the visit of this session has begun and goes on, also with a connection that has paid
   * for it once more.
   */
  boolean hasBegun(KnownSession session) {
    return session.visit() != KnownSession.UNKNOWN
        && accounts.hasBegun(session.visit(), clockNanos.getAsLong());
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
   * a session of its own. If two visits began at its address it may belong to either, and has an
   * account of its own.
   *
   * @param client address of its client; null if it is not known
   * @return its part in the visit; null if the session has no name
   */
  Stay parallel(KnownSession session, InetAddress client) {
    if (session.visit() == KnownSession.UNKNOWN) {
      return null;
    }
    long now = clockNanos.getAsLong();
    Beginner beginner = client == null ? null : latest.get(client);
    boolean isKnown =
        beginner != null
            && beginner.isAlone()
            && accounts.find(beginner.account().visit(), now) == beginner.account();
    VisitAccount account =
        isKnown
            ? accounts.join(session.visit(), beginner.account(), now)
            : accounts.active(session.visit(), now, now);
    account.opened(/* resumed= */ false);
    return new Stay(session.visit(), account, /* begins= */ false, now);
  }

  /** The holder of this session gets a courtesy page. */
  void courtesy(KnownSession session) {
    if (session.visit() != KnownSession.UNKNOWN) {
      accounts.courtesy(session.visit(), clockNanos.getAsLong());
    }
  }

  /**
   * A handshake that claimed a session of this visit was not finished: its owner pays for it.
   *
   * @param visit {@link Verdict#NO_VISIT} if nobody knows
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

  /** Visits that are remembered. */
  public int remembered() {
    return accounts.size();
  }

  /** A visit that began at an address, and whether no other one had just before it. */
  private record Beginner(VisitAccount account, boolean isAlone) {
    private Beginner after(Beginner next) {
      boolean same = next.account == account;
      long apartNanos = next.account.beganNanos() - account.beganNanos();
      return same ? this : new Beginner(next.account, apartNanos > PARALLEL_NANOS);
    }
  }

  /** The address that was asked about longest ago is forgotten. */
  private static final class Latest extends LinkedHashMap<InetAddress, Beginner> {
    private static final long serialVersionUID = 1;
    private static final float LOAD = 0.75f;

    Latest() {
      super(/* initialCapacity= */ 16, LOAD, /* accessOrder= */ true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<InetAddress, Beginner> eldest) {
      return size() > ADDRESSES_MAX;
    }
  }

  /** A connection's part in its visit. */
  public final class Stay implements ExcessTurns.Owner {
    // No name if the account is found by none.
    private final long visit;
    // Another one if the visit began again meanwhile.
    private volatile VisitAccount account;
    private volatile long saidNanos;
    private final AtomicBoolean open = new AtomicBoolean(true);
    private boolean firstTurnToCome;

    private Stay(long visit, VisitAccount account, boolean begins, long nowNanos) {
      this.visit = visit;
      this.account = account;
      this.firstTurnToCome = begins;
      this.saidNanos = nowNanos;
    }

    /** The name of its visit. */
    public long visit() {
      return visit;
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
