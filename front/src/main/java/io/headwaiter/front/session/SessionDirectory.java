package io.headwaiter.front.session;

import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.admission.SessionLookup.Standing;
import io.headwaiter.core.hello.ResumptionClaim;
import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;
import io.headwaiter.door.SessionVerifier;
import io.headwaiter.tls.KnownSession;
import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
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
  /** The most visits that are remembered: 17 MiB. */
  public static final int VISITS_MAX = 65_536;

  private static final long MILLI = 1_000_000L;

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
            .map(SessionDirectory.this::lookUp)
            .orElse(SessionLookup.UNKNOWN);
      }

      @Override
      public void noteAdmitted(SessionLookup lookup) {
        if (lookup.visit() != SessionLookup.NO_VISIT) {
          accounts.noteAdmitted(lookup.visit(), clockNanos.getAsLong());
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
    Standing standing = lookUp(session).standing();
    return standing == Standing.CONTINUING || standing == Standing.OVERDRAWN;
  }

  /** Returns the standing of this session, and its visit. */
  public SessionLookup lookUp(KnownSession session) {
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
    return new SessionUse(this, session.visit(), account, beginsNow, now);
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
  public boolean isAdmitted(KnownSession session) {
    return session.visit() != KnownSession.UNKNOWN
        && accounts.isAdmitted(session.visit(), clockNanos.getAsLong());
  }

  /** Records that a connection with this session was admitted, and charged for a visit. */
  public void paid(KnownSession session) {
    if (session.visit() != KnownSession.UNKNOWN) {
      accounts.noteAdmitted(session.visit(), clockNanos.getAsLong());
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
    return new SessionUse(this, SessionUse.NO_NAME, account, /* begins= */ true, now);
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
    return new SessionUse(this, session.visit(), account, begins, now);
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

  /** Sets whether work of visits that ask without pause is deferred, too. */
  public void setStrict(boolean strict) {
    accounts.bursts().setStrict(strict);
  }

  /**
   * Returns the CPU time of one visit that counts for the visit cost at most; 0 while that is not
   * known.
   */
  public double countedNanosMax() {
    return accounts.countedNanosMax();
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

  VisitAccounts accounts() {
    return accounts;
  }

  long nowNanos() {
    return clockNanos.getAsLong();
  }

  /** Returns the time after which a silent visit has ended. */
  long idleNanos() {
    return idleNanos;
  }

  long assumedTurnNanos() {
    return assumedTurnNanos;
  }

  void firstRequestCame(VisitAccount account) {
    firstRequests.accept(account);
  }
}
