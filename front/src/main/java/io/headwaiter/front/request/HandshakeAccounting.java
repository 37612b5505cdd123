package io.headwaiter.front.request;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.admission.SessionLookup.Standing;
import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.front.session.ClaimedTicket;
import io.headwaiter.front.session.HandshakeResult;
import io.headwaiter.front.session.ProvenAddresses;
import io.headwaiter.front.session.SessionDirectory;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.KnownSession;
import java.net.InetAddress;
import org.jspecify.annotations.Nullable;

/**
 * Records what handshakes have proven: in the meters, in the accounts of visits, and in the gate's
 * budget where it differs from the charge at admission. Thread-safe.
 */
public final class HandshakeAccounting {
  // JSSE's message (JDK 17, 21 and 25) if a session that must be resumed cannot be.
  private static final String NOT_RESUMED = "Not resumption";

  private final AdmissionGate gate;
  private final ServerMeters meters;
  private final SessionDirectory sessions;
  private final ProvenAddresses addresses = new ProvenAddresses();

  /**
   * Creates accounting that writes to these three.
   *
   * @param gate charged where a handshake differs from the charge at admission
   */
  public HandshakeAccounting(AdmissionGate gate, ServerMeters meters, SessionDirectory sessions) {
    this.gate = gate;
    this.meters = meters;
    this.sessions = sessions;
    sessions.whenFirstRequestComes(this::visitBegins);
  }

  /** Records the CPU time of a step of an admitted connection's handshake. */
  public void step(long cpuNanos) {
    meters.handshakeStep(cpuNanos);
  }

  /**
   * Records that the handshake of an admitted connection is done.
   *
   * @param claimed what its hello claimed; null if that was not kept
   * @return its visit; null if it is not known which one it is
   */
  public @Nullable SessionUse proven(
      AdmittedConnection admitted,
      HandshakeResult result,
      @Nullable ClaimedTicket claimed,
      long cpuNanos) {
    if (!result.resumed()) {
      addresses.finished(admitted.client(), System.nanoTime());
    }
    Entry entry = admitted.entry();
    boolean firstUse = meters.handshake(result.resumed(), cpuNanos);
    boolean overused = result.resumed() && isOverused(admitted);
    boolean parallel = entry == Entry.PARALLEL && !result.resumed();
    boolean early = result.resumed() && isFree(entry) && sessions.isAdmitted(result.session());
    boolean mayBegin = overused || early || mayBegin(entry, result);
    if (!result.resumed() && !parallel) {
      chargeFullHandshake(entry);
      chargeOwner(admitted, claimed, cpuNanos);
    }
    SessionUse sessionUse = sessionUse(admitted, result, mayBegin, overused);
    boolean begins = sessionUse == null ? mayBegin : sessionUse.begins();
    if (!result.resumed() && !begins) {
      meters.parallelHandshake(firstUse ? 0 : cpuNanos);
    } else if (result.resumed() && begins) {
      meters.returningVisit();
    }
    settle(admitted, begins, sessionUse);
    if (early && begins && sessionUse != null) {
      // The visit was charged with another connection, which is still at its handshake.
      sessionUse.awaitRequest(!gate.isShadow(), sessionUse.beganNanos());
    }
    // The handshake that begins a visit is no work of the visit under way.
    Turn.handshakeDone(sessionUse, begins ? 0 : cpuNanos);
    if (firstUse && !begins) {
      Turn.firstUse(cpuNanos);
    }
    return sessionUse;
  }

  /**
   * Charges the further stages of a visit that begins. A new visit is charged for its handshake
   * now, and for the rest at its first request. So is a parallel connection with which the visit
   * begins: what the visit's hello reserved lapses if that one stays silent. A returning visit was
   * charged for its handshake at admission, and is charged for the rest at its first request.
   */
  private void settle(
      AdmittedConnection admitted, boolean begins, @Nullable SessionUse sessionUse) {
    boolean isNew = admitted.entry() == Entry.NEW || admitted.entry() == Entry.PARALLEL;
    if (isNew && begins) {
      gate.outcomes().handshakeDone(admitted.admittedNanos(), System.nanoTime());
    }
    boolean partlyPaid = isNew || isReturning(admitted.entry());
    if (begins && sessionUse != null) {
      sessionUse.awaitRequest(partlyPaid, admitted.admittedNanos());
    } else if (begins) {
      // No request can be recognized as the first one of an unknown visit.
      visitBegins(partlyPaid, admitted.admittedNanos());
    }
  }

  private static boolean isReturning(Entry entry) {
    return entry == Entry.RETURNING || entry == Entry.COURTESY;
  }

  private void visitBegins(VisitAccount account) {
    visitBegins(account.isPartlyPaid(), account.admittedNanos());
  }

  private void visitBegins(boolean partlyPaid, long admittedNanos) {
    meters.visitBegins();
    if (partlyPaid) {
      gate.outcomes().firstRequest(admittedNanos, System.nanoTime());
    }
  }

  private @Nullable SessionUse sessionUse(
      AdmittedConnection admitted, HandshakeResult result, boolean begins, boolean overused) {
    if (overused) {
      return sessions.apart(result.session());
    }
    return admitted.entry() == Entry.PARALLEL && !result.resumed()
        ? sessions.parallel(result.session(), admitted.client())
        : sessions.active(result.session(), begins, result.resumed(), admitted.client());
  }

  /**
   * Returns whether a resumed connection was admitted like a new visit: its ticket was used too
   * often, too many look-ups were waiting, or its session was not known at the look-up.
   */
  private static boolean isOverused(AdmittedConnection admitted) {
    Entry entry = admitted.entry();
    return (entry == Entry.NEW || entry == Entry.SHADOW)
        && admitted.visit() == SessionLookup.NO_VISIT;
  }

  private boolean mayBegin(Entry entry, HandshakeResult result) {
    return result.resumed()
        ? chargeAndCheckBegin(entry, result.session())
        : entry != Entry.PARALLEL;
  }

  /**
   * Returns whether a visit begins. One under way that was over its account, and was charged again,
   * does not.
   */
  private boolean chargeAndCheckBegin(Entry entry, KnownSession session) {
    return switch (entry) {
      case CLAIMED -> chargeUnseen(session);
      case RETURNING, COURTESY, SHADOW, NEW -> !sessions.hasBegun(session);
      case VERIFIED, PARALLEL, BYPASS -> false;
    };
  }

  /**
   * Returns whether a connection must resume or end: it is admitted as resumed, and the gate would
   * admit no new visit now. To be called on the door's thread.
   */
  public boolean mustResume(AdmittedConnection admitted) {
    return isFree(admitted.entry()) && !gate.hasRoom(System.nanoTime());
  }

  /**
   * Returns whether clients of this address finish the handshakes that they begin.
   *
   * @param client null if it is not known
   */
  public boolean isProven(@Nullable InetAddress client) {
    return addresses.isProven(client, System.nanoTime());
  }

  private static boolean isFree(Entry entry) {
    return entry == Entry.CLAIMED || entry == Entry.VERIFIED;
  }

  /**
   * Records a stopped resumption, if the handshake of a connection that must resume failed for
   * that.
   */
  public void noteIfStopped(Throwable failure) {
    if (String.valueOf(failure.getMessage()).contains(NOT_RESUMED)) {
      gate.outcomes().noteStoppedResumption();
    }
  }

  /**
   * Records that the handshake of a connection that must resume is done and is a full one, on an
   * engine that could not be told before. The caller closes the connection: its session belongs to
   * no visit that was charged.
   */
  public void stopped(
      AdmittedConnection admitted,
      HandshakeResult result,
      @Nullable ClaimedTicket claimed,
      long cpuNanos) {
    gate.outcomes().noteStoppedResumption();
    sessions.unpaid(result.session());
    failed(admitted, claimed, cpuNanos);
  }

  /** Charges the owner of a ticket that is not resumed; the client may have copied the ticket. */
  private void chargeOwner(
      AdmittedConnection admitted, @Nullable ClaimedTicket claimed, long cpuNanos) {
    if (isFree(admitted.entry())) {
      long visit = admitted.visit();
      if (visit == SessionLookup.NO_VISIT && claimed != null) {
        visit = claimed.owner(sessions);
      }
      sessions.failed(visit, cpuNanos);
    }
  }

  private void chargeFullHandshake(Entry entry) {
    if (entry == Entry.BYPASS) {
      gate.outcomes().chargeBypass();
    } else if (entry != Entry.NEW && entry != Entry.SHADOW) {
      gate.outcomes().chargeFalseResumption(entry);
    } // the gate charges a new visit by itself, and a shadow visit as a refusal only
  }

  /**
   * Returns whether a visit begins with a session that was not looked up at admission. Charges for
   * it unless its visit is under way and within its account.
   */
  private boolean chargeUnseen(KnownSession session) {
    Standing standing = sessions.lookUp(session).standing();
    if (standing == Standing.CONTINUING) {
      return false;
    }
    gate.outcomes().chargeUnseen(standing == Standing.COURTESY ? Entry.COURTESY : Entry.RETURNING);
    sessions.paid(session);
    return !sessions.hasBegun(session);
  }

  /** Records that the handshake of a connection that gets a courtesy page is done. */
  public void courtesyProven(HandshakeResult result) {
    sessions.unpaid(result.session());
  }

  /**
   * Records that either side gave up a handshake.
   *
   * @param claimed what its hello claimed; null if that was not kept
   */
  public void failed(AdmittedConnection admitted, @Nullable ClaimedTicket claimed, long cpuNanos) {
    meters.failedHandshake(cpuNanos);
    addresses.failed(admitted.client());
    Entry entry = admitted.entry();
    if (entry == Entry.NEW) {
      gate.outcomes().refundAbandoned();
    } else if (isFree(entry)) {
      gate.outcomes().noteFailedClaim();
      chargeOwner(admitted, claimed, cpuNanos);
    }
  }
}
