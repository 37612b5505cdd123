package io.headwaiter.front;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.Verdict.Standing;
import io.headwaiter.telemetry.ServerMeters;

/**
 * Enters what handshakes have proven: into the meters, into the ledger of visits, and into the
 * gate's account where it differs from what was charged at the door. Thread-safe.
 */
public final class HandshakeBook {
  private final AdmissionGate gate;
  private final ServerMeters meters;
  private final Visits visits;

  HandshakeBook(AdmissionGate gate, ServerMeters meters, Visits visits) {
    this.gate = gate;
    this.meters = meters;
    this.visits = visits;
  }

  /**
   * The handshake of a connection that was let in is done.
   *
   * @return its visit; null if nobody knows which one it is
   */
  public Visits.Stay proven(Entry entry, Proof proof, long cpuNanos) {
    boolean firstUse = meters.handshake(proof.resumed(), cpuNanos);
    boolean parallel = entry == Entry.PARALLEL && !proof.resumed();
    boolean begins = !parallel && (!proof.resumed() || beginsResumed(entry, proof));
    if (parallel) {
      meters.parallelHandshake(firstUse ? 0 : cpuNanos);
    } else if (!proof.resumed()) {
      chargeFullHandshake(entry);
    } else if (begins) {
      meters.returningVisit();
    }
    Visits.Stay stay =
        parallel ? visits.parallel(proof.session()) : visits.active(proof.session(), begins);
    // What a visit begins with is no work of the visit under way.
    Turn.handshakeDone(stay, begins ? 0 : cpuNanos);
    if (firstUse && !begins) {
      Turn.firstUse(cpuNanos);
    }
    return stay;
  }

  private boolean beginsResumed(Entry entry, Proof proof) {
    return entry == Entry.CLAIMED ? beginsUnseen(proof) : entry.isVisit() && entry != Entry.NEW;
  }

  private void chargeFullHandshake(Entry entry) {
    if (entry == Entry.BYPASS) {
      gate.chargeBypass();
    } else if (entry != Entry.NEW && entry != Entry.SHADOW) {
      gate.chargeFalseResumption(entry);
    } // who is new has paid at the door, and a shadow pays for its refusal only
  }

  /** Nobody had looked the session up: now it shows whether its visit was under way. */
  private boolean beginsUnseen(Proof proof) {
    Standing standing = visits.verdict(proof.session()).standing();
    if (standing == Standing.CONTINUING) {
      return false;
    }
    gate.chargeUnseen(standing == Standing.COURTESY ? Entry.COURTESY : Entry.RETURNING);
    return true;
  }

  /** The handshake of a connection that gets a courtesy page is done. */
  public void courtesyProven(Proof proof) {
    visits.courtesy(proof.session());
  }

  /** A handshake was given up by either side. */
  public void failed(Entry entry, long cpuNanos) {
    meters.failedHandshake(cpuNanos);
    if (entry == Entry.NEW) {
      gate.refundAbandoned();
    }
  }
}
