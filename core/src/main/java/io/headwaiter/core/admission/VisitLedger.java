package io.headwaiter.core.admission;

import java.util.Arrays;

/**
 * Knows the visits that are under way, and who holds no more than a courtesy page. A visit is under
 * way as long as it is not idle for longer than the ledger allows:
 *
 * <pre>
 *   under way   now - last &lt;= idle       last = when a connection of the visit last did something
 *   let in      now - last &lt;= min(idle, 10 s)   its handshake is still to come
 *   courtesy    now - last &lt;= idle       last = when it got its page
 * </pre>
 *
 * <p>A visit has a name of 64 bits, not 0, that all its sessions share. The names are spread over
 * the table by a mixture with a secret, so that names that somebody can choose, as an instant is,
 * do not meet in one place; the mixture is one to one, so two visits are never taken for one unless
 * they have one name.
 *
 * <p>Bounded: over {@code visitsMax} the visit that has been idle longest is forgotten. Takes at
 * most {@value #BYTES_PER_VISIT} bytes for each, all of it from the start.
 *
 * <p>Thread-safe; every call takes the one lock for well under a microsecond. Time comes in as
 * {@code nowNanos} of any monotonic clock.
 */
public final class VisitLedger {
  /** Upper bound of the memory of one visit: the table of places is up to four for each. */
  public static final int BYTES_PER_VISIT = 49;

  /** The most visits that can be asked for. */
  public static final int VISITS_MAX = 1 << 24;

  // Time for a handshake over a bad line.
  private static final long HANDSHAKE_NANOS_MAX = 10_000_000_000L;
  private static final int NONE = -1;

  private static final byte UNDER_WAY = 1;
  private static final byte LET_IN = 2;
  private static final byte COURTESY = 3;
  private static final byte COURTESY_LET_IN = 4;
  private static final byte FOREIGN = 5;

  private final long idleNanos;
  private final long letInNanos;
  private final long secret;
  // Where to look for a name: indexes of the arrays below, NONE where nothing is.
  private final int[] places;
  private final long[] visits;
  private final long[] sinceNanos;
  private final long[] lastNanos;
  private final byte[] kinds;
  // A line from the visit that has been idle longest to the latest; what is free stands in it by
  // its later links.
  private final int[] earlier;
  private final int[] later;
  private int first = NONE;
  private int last = NONE;
  private int free;
  private int size;

  /**
   * An empty ledger.
   *
   * @param visitsMax visits that are remembered, from 1 to {@value #VISITS_MAX}
   * @param idleNanos how long a visit may do nothing, above 0
   * @param secret random, so that nobody knows who shares a place with whom
   */
  public VisitLedger(int visitsMax, long idleNanos, long secret) {
    if (visitsMax < 1 || visitsMax > VISITS_MAX) {
      throw new IllegalArgumentException(
          "visitsMax must be from 1 to " + VISITS_MAX + ", got " + visitsMax);
    }
    if (idleNanos <= 0) {
      throw new IllegalArgumentException("idleNanos must be above 0, got " + idleNanos);
    }
    this.idleNanos = idleNanos;
    this.letInNanos = Math.min(idleNanos, HANDSHAKE_NANOS_MAX);
    this.secret = secret;
    this.places = new int[Integer.highestOneBit(visitsMax) * 4];
    this.visits = new long[visitsMax];
    this.sinceNanos = new long[visitsMax];
    this.lastNanos = new long[visitsMax];
    this.kinds = new byte[visitsMax];
    this.earlier = new int[visitsMax];
    this.later = new int[visitsMax];
    Arrays.fill(places, NONE);
    for (int i = 0; i < visitsMax; i++) {
      later[i] = i + 1 < visitsMax ? i + 1 : NONE;
    }
  }

  /** Whether the visit was let in and is not over. */
  public synchronized boolean isUnderWay(long visit, long nowNanos) {
    int at = find(visit);
    return at != NONE && isUnderWayAt(at, nowNanos);
  }

  /** Whether all that is known of this visit is that it got a courtesy page. */
  public synchronized boolean isCourtesy(long visit, long nowNanos) {
    int at = find(visit);
    return at != NONE && hasPageAt(at, nowNanos) && !isUnderWayAt(at, nowNanos);
  }

  /**
   * A connection of this visit has finished its handshake, or does something.
   *
   * @param beganNanos when the visit began, if it is not under way by what the ledger knows
   * @return when the visit began
   */
  public synchronized long active(long visit, long beganNanos, long nowNanos) {
    int at = find(visit);
    boolean goesOn = at != NONE && isUnderWayAt(at, nowNanos);
    boolean foreign = goesOn ? kinds[at] == FOREIGN : beganNanos < nowNanos;
    at = put(visit, at, foreign ? FOREIGN : UNDER_WAY, nowNanos);
    if (!goesOn) {
      sinceNanos[at] = beganNanos;
    }
    return sinceNanos[at];
  }

  /**
   * Whether the visit is under way, but nobody saw it begin: another server let it in, or this one
   * before it was started again, or the ledger was full.
   */
  public synchronized boolean isForeign(long visit, long nowNanos) {
    int at = find(visit);
    return at != NONE && kinds[at] == FOREIGN && isUnderWayAt(at, nowNanos);
  }

  /**
   * The first connection of this visit was let in, and will do its handshake: until then those that
   * come beside it belong to a visit under way.
   */
  public synchronized void letIn(long visit, long nowNanos) {
    int at = find(visit);
    if (at != NONE && isUnderWayAt(at, nowNanos)) {
      return;
    }
    // If no handshake follows, a page is all that its holder has got.
    boolean page = at != NONE && hasPageAt(at, nowNanos);
    at = put(visit, at, page ? COURTESY_LET_IN : LET_IN, nowNanos);
    sinceNanos[at] = nowNanos;
  }

  /** The holder of this session got a courtesy page; nothing changes if its visit is under way. */
  public synchronized void courtesy(long visit, long nowNanos) {
    int at = find(visit);
    if (at == NONE || !isUnderWayAt(at, nowNanos)) {
      put(visit, at, COURTESY, nowNanos);
    }
  }

  /** Visits that are remembered, some of which may be over. */
  public synchronized int size() {
    return size;
  }

  private boolean isUnderWayAt(int at, long nowNanos) {
    return switch (kinds[at]) {
      case UNDER_WAY, FOREIGN -> idleNanosAt(at, nowNanos) <= idleNanos;
      case LET_IN, COURTESY_LET_IN -> idleNanosAt(at, nowNanos) <= letInNanos;
      default -> false;
    };
  }

  private boolean hasPageAt(int at, long nowNanos) {
    return (kinds[at] == COURTESY || kinds[at] == COURTESY_LET_IN)
        && idleNanosAt(at, nowNanos) <= idleNanos;
  }

  private long idleNanosAt(int at, long nowNanos) {
    return nowNanos - lastNanos[at];
  }

  /** Sets what is known of a visit, which stands at {@code at} or nowhere; where it stands now. */
  private int put(long visit, int at, byte kind, long nowNanos) {
    int index = at;
    if (index == NONE) {
      if (first != NONE && (size == visits.length || idleNanosAt(first, nowNanos) > idleNanos)) {
        forget(first);
      }
      index = free;
      free = later[index];
      visits[index] = visit;
      places[placeOf(visit)] = index;
      size++;
    } else {
      leaveLine(index);
    }
    kinds[index] = kind;
    lastNanos[index] = nowNanos;
    joinLine(index);
    return index;
  }

  private void forget(int index) {
    leaveLine(index);
    clearPlace(placeOf(visits[index]));
    later[index] = free;
    free = index;
    size--;
  }

  private void joinLine(int index) {
    earlier[index] = last;
    later[index] = NONE;
    if (last == NONE) {
      first = index;
    } else {
      later[last] = index;
    }
    last = index;
  }

  private void leaveLine(int index) {
    if (earlier[index] == NONE) {
      first = later[index];
    } else {
      later[earlier[index]] = later[index];
    }
    if (later[index] == NONE) {
      last = earlier[index];
    } else {
      earlier[later[index]] = earlier[index];
    }
  }

  private int find(long visit) {
    return places[placeOf(visit)];
  }

  /** Where the index of this visit stands, or would. At most half of the places are taken. */
  private int placeOf(long visit) {
    int place = home(visit);
    while (places[place] != NONE && visits[places[place]] != visit) {
      place = next(place);
    }
    return place;
  }

  /** Frees a place, and moves up those behind it that would not be found any more. */
  private void clearPlace(int place) {
    int hole = place;
    for (int at = next(place); places[at] != NONE; at = next(at)) {
      int distance = (at - home(visits[places[at]])) & (places.length - 1);
      int toHole = (at - hole) & (places.length - 1);
      if (distance >= toHole) {
        places[hole] = places[at];
        hole = at;
      }
    }
    places[hole] = NONE;
  }

  private int next(int place) {
    return (place + 1) & (places.length - 1);
  }

  private int home(long visit) {
    long mixed = (visit ^ secret) * 0x9e3779b97f4a7c15L;
    mixed = (mixed ^ (mixed >>> 32) ^ Long.rotateLeft(secret, 29)) * 0xd6e8feb86659fd93L;
    return (int) (mixed >>> 36) & (places.length - 1);
  }
}
