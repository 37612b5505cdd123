package io.headwaiter.front;

import io.headwaiter.core.admission.Verdict;
import io.headwaiter.core.admission.Verdict.Standing;
import io.headwaiter.core.admission.VisitLedger;
import io.headwaiter.core.hello.ResumptionClaim;
import io.headwaiter.door.SessionVerifier;
import io.headwaiter.tls.KnownSession;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;

/**
 * Tells by its session whether somebody's visit is under way. All sessions of a visit have its name
 * ({@link KnownSession#visit()}), however often they were resumed: by that the ledger knows it.
 *
 * <p>What the ledger does not know, because the server was restarted, another node has let it in or
 * the ledger was full, is decided by the age of the session: it was resumed or issued by a visit
 * that did something then.
 *
 * <p>Thread-safe.
 */
public final class Visits {
  /** Visits that are remembered: 3 MiB. */
  static final int VISITS_MAX = 65_536;

  private static final long MILLI = 1_000_000L;
  private static final long TOUCH_NANOS_MAX = 1_000_000_000L;
  private static final int TOUCHES_PER_IDLE_TIME = 8;

  private final VisitLedger ledger;
  private final long idleNanos;
  private final LongSupplier clockNanos;
  private final LongSupplier clockMillis;

  /**
   * @param ledger with the same idle time
   * @param clockNanos monotonic
   * @param clockMillis since the epoch
   */
  public Visits(
      VisitLedger ledger, long idleNanos, LongSupplier clockNanos, LongSupplier clockMillis) {
    this.ledger = ledger;
    this.idleNanos = idleNanos;
    this.clockNanos = clockNanos;
    this.clockMillis = clockMillis;
  }

  /** A verifier that finds sessions in this way, and judges them by the ledger. */
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
          ledger.letIn(verdict.visit(), clockNanos.getAsLong());
        }
      }
    };
  }

  /** What the holder of this session is to us. */
  public Verdict verdict(KnownSession session) {
    long now = clockNanos.getAsLong();
    long visit = session.visit();
    if (visit == KnownSession.UNKNOWN) {
      return new Verdict(Standing.RETURNING, Verdict.NO_VISIT);
    }
    if (ledger.isUnderWay(visit, now)) {
      return new Verdict(Standing.CONTINUING, visit);
    }
    if (session.courtesy() || ledger.isCourtesy(visit, now)) {
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
   * @return the visit of this connection; null if nobody knows which one it is
   */
  Stay active(KnownSession session, boolean begins) {
    long visit = session.visit();
    if (visit == KnownSession.UNKNOWN) {
      return null;
    }
    long now = clockNanos.getAsLong();
    long agoMillis = begins ? 0 : clockMillis.getAsLong() - session.beganMillis();
    long began = ledger.active(visit, now - Math.max(0, agoMillis) * MILLI, now);
    return new Stay(visit, began, begins, ledger.isForeign(visit, now), now);
  }

  /**
   * A parallel connection of a visit that was let in a moment ago has finished its handshake, with
   * a session of its own.
   *
   * @return its part in the visit; null if the session has no name
   */
  Stay parallel(KnownSession session) {
    long visit = session.visit();
    if (visit == KnownSession.UNKNOWN) {
      return null;
    }
    long now = clockNanos.getAsLong();
    long began = ledger.active(visit, now, now);
    return new Stay(visit, began, /* begins= */ false, /* foreign= */ false, now);
  }

  /** The holder of this session gets a courtesy page. */
  void courtesy(KnownSession session) {
    if (session.visit() != KnownSession.UNKNOWN) {
      ledger.courtesy(session.visit(), clockNanos.getAsLong());
    }
  }

  /** Visits that are remembered. */
  public int remembered() {
    return ledger.size();
  }

  /** A connection's part in its visit. Belongs to whoever has its turn. */
  public final class Stay {
    private final long visit;
    private final long beganNanos;
    private final boolean foreign;
    private volatile long saidNanos;
    private boolean firstTurnToCome;

    private Stay(long visit, long beganNanos, boolean begins, boolean foreign, long nowNanos) {
      this.visit = visit;
      this.beganNanos = beganNanos;
      this.firstTurnToCome = begins;
      this.foreign = foreign;
      this.saidNanos = nowNanos;
    }

    /** The name of its visit. */
    public long visit() {
      return visit;
    }

    /** How long ago the visit began, in nanoseconds. */
    public long ageNanos() {
      return clockNanos.getAsLong() - beganNanos;
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

    /** Whether nobody here saw the visit begin: what it asks for was never reckoned with. */
    public boolean isForeign() {
      return foreign;
    }

    /** The connection does something, which the ledger is told once in a while. */
    public void touch() {
      long now = clockNanos.getAsLong();
      if (now - saidNanos >= Math.min(TOUCH_NANOS_MAX, idleNanos / TOUCHES_PER_IDLE_TIME)) {
        saidNanos = now;
        ledger.active(visit, beganNanos, now);
      }
    }
  }
}
