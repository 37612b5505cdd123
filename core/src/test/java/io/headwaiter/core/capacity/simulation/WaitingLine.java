package io.headwaiter.core.capacity.simulation;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.Decision;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.core.admission.WaitingRoom;
import io.headwaiter.core.admission.WaitingRoomLimits;

/** The waiting room as the door uses it, in virtual time; who waits is the time of his arrival. */
final class WaitingLine {
  /** The door looks again after this while somebody waits. */
  static final long LOOK_NANOS = 2_000_000L;

  private final AdmissionGate gate;
  private final boolean exists;
  private final WaitingRoom<Long> room;

  WaitingLine(WaitingRoomLimits limits, AdmissionGate gate) {
    this.gate = gate;
    this.exists = limits.lengthMax() > 0;
    this.room = new WaitingRoom<>(limits, gate::newVisitsPerSecond);
  }

  boolean exists() {
    return exists;
  }

  int length() {
    return room.counters().length();
  }

  /** False if there is no place; the refusal is charged. */
  boolean enter(long now) {
    if (room.enter(now, /* source= */ 0, now).place() != null) {
      return true;
    }
    gate.noteRefusal(RefusalReason.WAITING_FULL, now);
    return false;
  }

  /** How many have waited too long; their refusal is charged. */
  int expire(long now) {
    int count = 0;
    while (room.expire(now) != null) {
      gate.noteRefusal(RefusalReason.WAITING_PATIENCE, now);
      count++;
    }
    return count;
  }

  /** When the next one arrived who is let in now, or null. */
  Long release(long now) {
    return !room.isEmpty() && gate.offerNew(now).outcome() == Decision.Outcome.ADMIT
        ? room.release(now)
        : null;
  }
}
