package io.headwaiter.core.admission;

/**
 * Reserves the cost of a step for admitted clients that have not taken it yet. Part of the cost is
 * charged at admission, and the rest with the step. A client that never takes the step is charged
 * nothing in the end.
 *
 * <pre>
 *   admission     charge p * c                            c the cost, p of that moment
 *   step          charge c - the share of its reservation, or c if that has lapsed
 *   after {@value #LAPSE_MILLIS} ms    give back what was reserved for each client without the step
 *   p  = (steps + 5) / (admissions + 5)    of clients admitted 0.3 to 2 s ago, as of now;
 *                                          from 0.02 to 1, and at most 0.02 above
 *                                          its value {@value #SLOT_MILLIS} ms before
 *   p falls       give back of what is reserved the part by which p has fallen
 * </pre>
 *
 * <p>So a client that takes the step has been charged c in the end, whatever p is: p only says how
 * much of c is charged early. Where most admitted clients stay silent, p is small and they reserve
 * little. So they do not displace other clients, and larger reservations made before that was known
 * are not kept for a second. If all of them take the step at once nevertheless, they are charged
 * then, into debt if necessary. p falls at once and rises slowly, so that silence in turns with
 * work costs other clients half a second and no more.
 *
 * <p>Admitted clients are counted in slots of {@value #SLOT_MILLIS} ms, of which {@value #SLOTS}
 * are kept: all of one slot have the same share. For a client that takes the step more than {@value
 * #KEPT_MILLIS} ms later, the caller charges c.
 *
 * <p>Worked number: of 420 admitted each second 400 stay silent, c = 15 ms. After a second p =
 * 0.05, and each reserves 0.75 ms for a second, 0.3 s of CPU time in all, where the whole cost
 * would be 6.3 s. Each of the 20 others is charged 14.25 ms more with its step.
 *
 * <p>Not thread-safe.
 */
final class Reservations {
  /** The time that a reservation lasts. */
  static final int LAPSE_MILLIS = 1_000;

  /** For a client that takes the step later than this, no slot is known any more. */
  static final int KEPT_MILLIS = 5_000;

  static final int SLOT_MILLIS = 100;
  static final int SLOTS = Long.SIZE;

  private static final long NANOS_PER_MILLI = 1_000_000L;
  private static final long SLOT_NANOS = SLOT_MILLIS * NANOS_PER_MILLI;
  private static final int LAPSE_SLOTS = LAPSE_MILLIS / SLOT_MILLIS;
  // A handshake takes some round trips.
  private static final int LOOK_FROM_SLOTS = 3;
  private static final int LOOK_TO_SLOTS = 20;
  private static final double PART_MIN = 0.02;
  private static final double PART_RISE = 0.02;
  private static final double PRIOR = 5;

  private final long[] admitted = new long[SLOTS];
  private final long[] done = new long[SLOTS];
  // Charged for the clients of the slot that have not taken the step.
  private final double[] reservedNanos = new double[SLOTS];
  private long slot;
  private boolean started;
  private double part = 1;

  /** Returns the slot, from 0 to {@value #SLOTS} - 1, of clients admitted at this time. */
  static int slotOf(long admittedNanos) {
    return index(Math.floorDiv(admittedNanos, SLOT_NANOS));
  }

  /** Returns whether the slot of a client admitted at this time is no longer known. */
  static boolean isForgotten(long admittedNanos, long nowNanos) {
    return nowNanos - admittedNanos >= KEPT_MILLIS * NANOS_PER_MILLI;
  }

  /** Returns p, the part of a cost that is reserved now. */
  double part() {
    return part;
  }

  /**
   * Advances the time.
   *
   * @return the amount to give back, at least 0
   */
  double goOn(long nowNanos) {
    long now = Math.floorDiv(nowNanos, SLOT_NANOS);
    if (!started) {
      started = true;
      slot = now;
      return 0;
    }
    if (now - slot <= 0) {
      return 0;
    }
    double back = 0;
    if (now - slot >= SLOTS) {
      back = lapseAll();
      part = 1;
      slot = now - 1;
    }
    while (slot != now) {
      slot++;
      int next = index(slot);
      admitted[next] = 0;
      done[next] = 0;
      back += lapse(index(slot - LAPSE_SLOTS));
      double before = part;
      learn();
      back += part < before ? giveBack(1 - part / before) : 0;
    }
    return back;
  }

  /**
   * Counts a client admitted at the time of the last {@link #goOn}.
   *
   * @return the amount to charge
   */
  double noteAdmitted(double costNanos) {
    int at = index(slot);
    double charged = part * costNanos;
    admitted[at]++;
    reservedNanos[at] += charged;
    return charged;
  }

  /**
   * Counts {@code count} clients of this slot that have taken the step.
   *
   * @return the amount to charge for all of them, at least 0
   */
  double done(double costNanos, int admissionSlot, long count) {
    long open = admitted[admissionSlot] - done[admissionSlot];
    long known = Math.min(count, open);
    double share = open > 0 ? reservedNanos[admissionSlot] * known / open : 0;
    done[admissionSlot] += known;
    reservedNanos[admissionSlot] -= share;
    return Math.max(0, count * costNanos - share);
  }

  private double lapse(int at) {
    double back = reservedNanos[at];
    reservedNanos[at] = 0;
    return Math.max(0, back);
  }

  /** Gives back this part of all that is reserved. */
  private double giveBack(double share) {
    double back = 0;
    for (int ago = 0; ago < LAPSE_SLOTS; ago++) {
      int at = index(slot - ago);
      back += share * reservedNanos[at];
      reservedNanos[at] -= share * reservedNanos[at];
    }
    return Math.max(0, back);
  }

  /** Gives all back: no call came for longer than slots are kept. */
  private double lapseAll() {
    double back = 0;
    for (int at = 0; at < SLOTS; at++) {
      back += lapse(at);
      admitted[at] = 0;
      done[at] = 0;
    }
    return back;
  }

  private void learn() {
    double came = PRIOR;
    double did = PRIOR;
    for (int ago = LOOK_FROM_SLOTS; ago < LOOK_TO_SLOTS; ago++) {
      came += admitted[index(slot - ago)];
      did += done[index(slot - ago)];
    }
    part = Math.max(PART_MIN, Math.min(did / came, part + PART_RISE));
  }

  private static int index(long slot) {
    return (int) Math.floorMod(slot, (long) SLOTS);
  }
}
