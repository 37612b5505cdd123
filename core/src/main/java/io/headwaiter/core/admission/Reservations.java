package io.headwaiter.core.admission;

/**
 * Reserves for clients that were let in and have not taken a certain step yet: part of the step's
 * price when they are let in, the rest when they take it, and nothing for those that never do.
 *
 * <pre>
 *   let in        charge p * c                            c the price, p of that moment
 *   done          charge c - the share of its reservation, or c if that has lapsed
 *   after {@value #LAPSE_MILLIS} ms    give back what was reserved for each that was not done
 *   p  = (done + 5) / (let in + 5)    of those let in 0.3 to 2 s ago, as of now; from 0.02 to 1,
 *                                     and no more than 0.02 above what it was {@value #SLOT_MILLIS} ms before
 *   p falls       give back of what is reserved the part by which p has fallen
 * </pre>
 *
 * <p>So a client that takes the step has paid c in the end, and one that never does has paid
 * nothing, whatever p is: p only says how much of c is charged early. Where most of those let in
 * stay silent p is small, and they reserve little: they do not keep others out, and what they
 * reserved before that was known is not kept for a second. If all of them take the step at once
 * nevertheless, they are charged when they do, into debt if need be. p falls at once and rises
 * slowly, so that silence in turns with work costs others half a second and no more.
 *
 * <p>Clients let in are known by slots of {@value #SLOT_MILLIS} ms, of which {@value #SLOTS} are
 * kept: all of one slot have the same share. A client that takes the step more than {@value
 * #KEPT_MILLIS} ms later is charged c by the owner of this.
 *
 * <p>Worked number: of 420 let in each second 400 stay silent, c = 15 ms. After a second p = 0.05,
 * and each reserves 0.75 ms for a second, 0.3 s of CPU time in all, where the whole price would be
 * 6.3 s. Each of the 20 others pays 14.25 ms more when it goes on.
 *
 * <p>Not thread-safe.
 */
final class Reservations {
  /** How long a reservation lasts. */
  static final int LAPSE_MILLIS = 1_000;

  /** A client that takes the step later than this is not known any more. */
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

  private final long[] letIn = new long[SLOTS];
  private final long[] done = new long[SLOTS];
  // What was charged for those of the slot that have not done it.
  private final double[] reservedNanos = new double[SLOTS];
  private long slot;
  private boolean started;
  private double part = 1;

  /** The slot, from 0 to {@value #SLOTS} - 1, of those let in at this time. */
  static int slotOf(long letInNanos) {
    return index(Math.floorDiv(letInNanos, SLOT_NANOS));
  }

  /** Whether a client let in then is known by a slot no more. */
  static boolean isForgotten(long letInNanos, long nowNanos) {
    return nowNanos - letInNanos >= KEPT_MILLIS * NANOS_PER_MILLI;
  }

  /** p, the part of a price that is reserved now. */
  double part() {
    return part;
  }

  /**
   * Time goes on.
   *
   * @return what is to be given back, at least 0
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
      letIn[next] = 0;
      done[next] = 0;
      back += lapse(index(slot - LAPSE_SLOTS));
      double before = part;
      learn();
      back += part < before ? giveBack(1 - part / before) : 0;
    }
    return back;
  }

  /**
   * One is let in at the time of the last {@link #goOn}.
   *
   * @return what is to be charged
   */
  double letIn(double costNanos) {
    int at = index(slot);
    double charged = part * costNanos;
    letIn[at]++;
    reservedNanos[at] += charged;
    return charged;
  }

  /**
   * So many of those let in at the time of this slot have done it.
   *
   * @return what is to be charged for all of them, at least 0
   */
  double done(double costNanos, int letInSlot, long count) {
    long open = letIn[letInSlot] - done[letInSlot];
    long known = Math.min(count, open);
    double share = open > 0 ? reservedNanos[letInSlot] * known / open : 0;
    done[letInSlot] += known;
    reservedNanos[letInSlot] -= share;
    return Math.max(0, count * costNanos - share);
  }

  private double lapse(int at) {
    double back = reservedNanos[at];
    reservedNanos[at] = 0;
    return Math.max(0, back);
  }

  /** This part of all that is reserved. */
  private double giveBack(double share) {
    double back = 0;
    for (int ago = 0; ago < LAPSE_SLOTS; ago++) {
      int at = index(slot - ago);
      back += share * reservedNanos[at];
      reservedNanos[at] -= share * reservedNanos[at];
    }
    return Math.max(0, back);
  }

  /** Nothing came for longer than slots are kept. */
  private double lapseAll() {
    double back = 0;
    for (int at = 0; at < SLOTS; at++) {
      back += lapse(at);
      letIn[at] = 0;
      done[at] = 0;
    }
    return back;
  }

  private void learn() {
    double came = PRIOR;
    double did = PRIOR;
    for (int ago = LOOK_FROM_SLOTS; ago < LOOK_TO_SLOTS; ago++) {
      came += letIn[index(slot - ago)];
      did += done[index(slot - ago)];
    }
    part = Math.max(PART_MIN, Math.min(did / came, part + PART_RISE));
  }

  private static int index(long slot) {
    return (int) Math.floorMod(slot, (long) SLOTS);
  }
}
