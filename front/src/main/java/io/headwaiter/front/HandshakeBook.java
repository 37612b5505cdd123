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
 * Enters what handshakes have proven: into the meters, into the accounts of visits, and into the
 * gate's account where it differs from what was charged at the door. Thread-safe.
 */
public final class HandshakeBook {
  // What JSSE says (JDK 17, 21 and 25) where a session must be resumed and cannot be.
  private static final String NOT_RESUMED = "Not resumption";

  private final AdmissionGate gate;
  private final ServerMeters meters;
  private final Visits visits;

  /**
   * Enters it there.
   *
   * @param gate whose account it is
   */
  public HandshakeBook(AdmissionGate gate, ServerMeters meters, Visits visits) {
    this.gate = gate;
    this.meters = meters;
    this.visits = visits;
    visits.whenFirstRequestComes(this::visitBegins);
  }

  /** A step of the handshake of a connection that was let in has taken so long. */
  public void step(long cpuNanos) {
    meters.handshakeStep(cpuNanos);
  }

  /**
   * The handshake of a connection that was let in is done.
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
      // What was paid for the visit was paid with the connection that is still to come.
      stay.awaitRequest(!gate.isShadow(), stay.beganNanos());
    }
    // What a visit begins with is no work of the visit under way.
    Turn.handshakeDone(stay, begins ? 0 : cpuNanos);
    if (firstUse && !begins) {
      Turn.firstUse(cpuNanos);
    }
    return stay;
  }

  /**
   * A new visit has paid for its handshake now, and for the rest when its first request comes. So
   * has one that returns, whose handshake was paid for when it was let in, and a parallel
   * connection with which the visit begins: what the hello of the visit has paid lapses if it stays
   * silent.
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
      // Of an unknown visit no request will be seen to be the first.
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

  /** Whether it was let in as any new visit, because its ticket was used too often. */
  private static boolean isOverused(Admission admission) {
    Entry entry = admission.entry();
    return (entry == Entry.NEW || entry == Entry.SHADOW) && admission.visit() == Verdict.NO_VISIT;
  }

  /** A visit under way that was over its account, and has paid once more, does not begin again. */
  private boolean beginsResumed(Entry entry, KnownSession session) {
    return switch (entry) {
      case CLAIMED -> beginsUnseen(session);
      case RETURNING, COURTESY, SHADOW, NEW -> !visits.hasBegun(session);
      case VERIFIED, PARALLEL, BYPASS -> false;
    };
  }

  /**
   * Whether a connection must resume or end: it is let in as resumed, and for anything else there
   * is no room. On the door's thread.
   */
  public boolean mustResume(Admission admission) {
    return isFree(admission.entry()) && !gate.hasRoom(System.nanoTime());
  }

  private static boolean isFree(Entry entry) {
    return entry == Entry.CLAIMED || entry == Entry.VERIFIED;
  }

  /** The handshake of a connection that must resume has failed: whether because it could not. */
  public void noteIfStopped(Throwable failure) {
    if (String.valueOf(failure.getMessage()).contains(NOT_RESUMED)) {
      gate.outcomes().noteStoppedResumption();
    }
  }

  /**
   * The handshake of a connection that must resume is done and is a full one, on an engine that
   * could not be told before. The caller closes the connection: its session is none of a visit that
   * has paid.
   */
  public void stopped(Admission admission, Proof proof, ClaimedTicket claimed, long cpuNanos) {
    gate.outcomes().noteStoppedResumption();
    visits.unpaid(proof.session());
    failed(admission, claimed, cpuNanos);
  }

  /** A client whose ticket is not resumed may have copied it; its owner answers for that. */
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
    } // a new visit pays by itself, and a shadow pays for its refusal only
  }

  /** The session had not been looked up: now it shows whether its visit was under way. */
  private boolean beginsUnseen(KnownSession session) {
    Standing standing = visits.verdict(session).standing();
    if (standing == Standing.CONTINUING) {
      return false;
    }
    gate.outcomes().chargeUnseen(standing == Standing.COURTESY ? Entry.COURTESY : Entry.RETURNING);
    visits.paid(session);
    return !visits.hasBegun(session);
  }

  /** The handshake of a connection that gets a courtesy page is done. */
  public void courtesyProven(Proof proof) {
    visits.unpaid(proof.session());
  }

  /**
   * A handshake was given up by either side.
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
