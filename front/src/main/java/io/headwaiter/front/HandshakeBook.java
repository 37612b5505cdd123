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
   * @return its visit; null if it is not known which one it is
   */
  public Visits.Stay proven(Admission admission, Proof proof, long cpuNanos) {
    Entry entry = admission.entry();
    boolean firstUse = meters.handshake(proof.resumed(), cpuNanos);
    boolean parallel = entry == Entry.PARALLEL && !proof.resumed();
    boolean overused = proof.resumed() && isOverused(admission);
    boolean begins =
        overused || (!parallel && (!proof.resumed() || beginsResumed(entry, proof.session())));
    if (parallel) {
      meters.parallelHandshake(firstUse ? 0 : cpuNanos);
    } else if (!proof.resumed()) {
      chargeFullHandshake(entry);
    } else if (begins) {
      meters.returningVisit();
    }
    Visits.Stay stay = stay(admission, proof, begins, overused);
    settle(admission, begins, stay);
    // What a visit begins with is no work of the visit under way.
    Turn.handshakeDone(stay, begins ? 0 : cpuNanos);
    if (firstUse && !begins) {
      Turn.firstUse(cpuNanos);
    }
    return stay;
  }

  /** A new visit has paid for its handshake now, and for the rest when its first request comes. */
  private void settle(Admission admission, boolean begins, Visits.Stay stay) {
    boolean isNew = admission.entry() == Entry.NEW;
    if (isNew) {
      gate.outcomes().handshakeDone(admission.letInNanos(), System.nanoTime());
    }
    if (begins && stay != null) {
      stay.awaitRequest(isNew, admission.letInNanos());
    } else if (begins) {
      // Of an unknown visit no request will be seen to be the first.
      visitBegins(isNew, admission.letInNanos());
    }
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
    visits.courtesy(proof.session());
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
    } else if (entry == Entry.CLAIMED || entry == Entry.VERIFIED) {
      // A client that shows a ticket and leaves may have copied it; its owner answers for that.
      gate.outcomes().noteFailedClaim();
      boolean unseen = admission.visit() == Verdict.NO_VISIT && claimed != null;
      visits.failed(unseen ? claimed.owner(visits) : admission.visit(), cpuNanos);
    }
  }
}
