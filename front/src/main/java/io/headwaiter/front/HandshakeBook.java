package io.headwaiter.front;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Verdict;
import io.headwaiter.core.admission.Verdict.Standing;
import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.door.Admission;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.KnownSession;

/**
 * Records what handshakes have proven: in the meters, in the accounts of visits, and in the gate's
 * budget where it differs from the charge at admission. Thread-safe.
 */
public final class HandshakeBook {
  // JSSE's message (JDK 17, 21 and 25) if a session that must be resumed cannot be.
  private static final String NOT_RESUMED = "Not resumption";

  private final AdmissionGate gate;
  private final ServerMeters meters;
  private final Visits visits;

  /**
   * Creates a book that writes to these three.
   *
   * @param gate charged where a handshake differs from the charge at admission
   */
  public HandshakeBook(AdmissionGate gate, ServerMeters meters, Visits visits) {
    this.gate = gate;
    this.meters = meters;
    this.visits = visits;
    visits.whenFirstRequestComes(this::visitBegins);
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
  public Visits.Stay proven(
      Admission admission, Proof proof, ClaimedTicket claimed, long cpuNanos) {
    Entry entry = admission.entry();
    boolean firstUse = meters.handshake(proof.resumed(), cpuNanos);
    boolean overused = proof.resumed() && isOverused(admission);
    boolean parallel = entry == Entry.PARALLEL && !proof.resumed();
    boolean early = proof.resumed() && isFree(entry) && visits.isLetIn(proof.session());
    boolean mayBegin =
        overused
            || early
            || (!parallel && (!proof.resumed() || beginsResumed(entry, proof.session())));
    if (!proof.resumed() && !parallel) {
      chargeFullHandshake(entry);
      chargeOwner(admission, claimed, cpuNanos);
    }
    Visits.Stay stay = stay(admission, proof, mayBegin, overused);
    boolean begins = stay == null ? mayBegin : stay.begins();
    if (!proof.resumed() && !begins) {
      meters.parallelHandshake(firstUse ? 0 : cpuNanos);
    } else if (proof.resumed() && begins) {
      meters.returningVisit();
    }
    settle(admission, begins, stay);
    if (early && begins) {
      // The visit was charged with another connection, which is still at its handshake.
      stay.awaitRequest(!gate.isShadow(), stay.beganNanos());
    }
    // The handshake that begins a visit is no work of the visit under way.
    Turn.handshakeDone(stay, begins ? 0 : cpuNanos);
    if (firstUse && !begins) {
      Turn.firstUse(cpuNanos);
    }
    return stay;
  }

  /**
   * Charges the further stages of a visit that begins. A new visit is charged for its handshake
   * now, and for the rest at its first request. So is a parallel connection with which the visit
   * begins: what the visit's hello reserved lapses if that one stays silent. A returning visit was
   * charged for its handshake at admission, and is charged for the rest at its first request.
   */
  private void settle(Admission admission, boolean begins, Visits.Stay stay) {
    boolean isNew = admission.entry() == Entry.NEW || admission.entry() == Entry.PARALLEL;
    if (isNew && begins) {
      gate.outcomes().handshakeDone(admission.letInNanos(), System.nanoTime());
    }
    boolean partlyPaid = isNew || isReturning(admission.entry());
    if (begins && stay != null) {
      stay.awaitRequest(partlyPaid, admission.letInNanos());
    } else if (begins) {
      // No request can be recognized as the first one of an unknown visit.
      visitBegins(partlyPaid, admission.letInNanos());
    }
  }

  private static boolean isReturning(Entry entry) {
    return entry == Entry.RETURNING || entry == Entry.COURTESY;
  }

  private void visitBegins(VisitAccount account) {
    visitBegins(account.isPartlyPaid(), account.letInNanos());
  }

  private void visitBegins(boolean partlyPaid, long letInNanos) {
    meters.visitBegins();
    if (partlyPaid) {
      gate.outcomes().firstRequest(letInNanos, System.nanoTime());
    }
  }

  private Visits.Stay stay(Admission admission, Proof proof, boolean begins, boolean overused) {
    if (overused) {
      return visits.apart(proof.session());
    }
    return admission.entry() == Entry.PARALLEL && !proof.resumed()
        ? visits.parallel(proof.session(), admission.client())
        : visits.active(proof.session(), begins, proof.resumed(), admission.client());
  }

  /** Returns whether it was admitted like a new visit, because its ticket was used too often. */
  private static boolean isOverused(Admission admission) {
    Entry entry = admission.entry();
    return (entry == Entry.NEW || entry == Entry.SHADOW) && admission.visit() == Verdict.NO_VISIT;
  }

  /**
   * Returns whether a visit begins. One under way that was over its account, and was charged again,
   * does not.
   */
  private boolean beginsResumed(Entry entry, KnownSession session) {
    return switch (entry) {
      case CLAIMED -> beginsUnseen(session);
      case RETURNING, COURTESY, SHADOW, NEW -> !visits.hasBegun(session);
      case VERIFIED, PARALLEL, BYPASS -> false;
    };
  }

  /**
   * Returns whether a connection must resume or end: it is admitted as resumed, and the gate would
   * admit no new visit now. To be called on the door's thread.
   */
  public boolean mustResume(Admission admission) {
    return isFree(admission.entry()) && !gate.hasRoom(System.nanoTime());
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
  public void stopped(Admission admission, Proof proof, ClaimedTicket claimed, long cpuNanos) {
    gate.outcomes().noteStoppedResumption();
    visits.unpaid(proof.session());
    failed(admission, claimed, cpuNanos);
  }

  /** Charges the owner of a ticket that is not resumed; the client may have copied the ticket. */
  private void chargeOwner(Admission admission, ClaimedTicket claimed, long cpuNanos) {
    if (isFree(admission.entry())) {
      boolean unseen = admission.visit() == Verdict.NO_VISIT && claimed != null;
      visits.failed(unseen ? claimed.owner(visits) : admission.visit(), cpuNanos);
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
  private boolean beginsUnseen(KnownSession session) {
    Standing standing = visits.verdict(session).standing();
    if (standing == Standing.CONTINUING) {
      return false;
    }
    gate.outcomes().chargeUnseen(standing == Standing.COURTESY ? Entry.COURTESY : Entry.RETURNING);
    visits.paid(session);
    return !visits.hasBegun(session);
  }

  /** Records that the handshake of a connection that gets a courtesy page is done. */
  public void courtesyProven(Proof proof) {
    visits.unpaid(proof.session());
  }

  /**
   * Records that either side gave up a handshake.
   *
   * @param claimed what its hello claimed; null if that was not kept
   */
  public void failed(Admission admission, ClaimedTicket claimed, long cpuNanos) {
    meters.failedHandshake(cpuNanos);
    Entry entry = admission.entry();
    if (entry == Entry.NEW) {
      gate.outcomes().refundAbandoned();
    } else if (isFree(entry)) {
      gate.outcomes().noteFailedClaim();
      chargeOwner(admission, claimed, cpuNanos);
    }
  }
}
