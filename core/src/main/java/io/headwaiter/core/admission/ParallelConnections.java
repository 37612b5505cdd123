package io.headwaiter.core.admission;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BooleanSupplier;

/**
 * Tells the parallel connections of a browser from new visits. A browser that loads its first page
 * over HTTP/1.1 opens about six connections, and has TLS 1.3 tickets for two of them at most. The
 * others look like new visits. If the gate decided on each alone, it would refuse some of them, and
 * such a visit is broken: where it admits one new connection in twenty, it would hardly ever admit
 * a whole visit with four of them.
 *
 * <p>So an admitted visit brings the right to {@code perVisit} further connections without a
 * session from its address, for {@value #WITHIN_MILLIS} ms. So does a later connection of it with a
 * session: when the server has closed the idle connections, the browser opens as many again, and
 * again has tickets for two of them. They belong to the visit: the visit cost includes them. A
 * right counts only for an address whose clients finish the handshakes that they begin: a hello
 * costs its sender nothing, and a browser opens these connections when it has the page that asks
 * for them.
 *
 * <p>An address that many clients share gets no rights, because they would use each other's:
 *
 * <pre>
 *   level := max(0, level - dt * r) + 1           at each hello without a session
 *   r      = max(0.5 / s, perVisit / max(k, 5 s)) k: keep-alive timeout of the server
 *   a visit brings rights while level &lt;= 6        its own hello is among those counted
 * </pre>
 *
 * <p>A browser alone opens its connections again only after they were idle for k, so its level
 * falls by as much as they had raised it. Below five seconds that does not hold: otherwise a server
 * that keeps connections for a second would forget six clients in a second, and an address with
 * five new ones a second would never be seen to be shared.
 *
 * <p>Worked number: a browser is alone at its address. Its first hello makes the level 1. Its four
 * parallel ones use rights and make it 5; ten seconds later it is 0. At an address with two new
 * clients each second the level passes 6 within four seconds. Then the gate decides on each
 * connection alone.
 *
 * <p>An attacker gets at most {@code perVisit} handshakes in addition to each visit that is
 * admitted for it, and none if it gives up over two for each that it finishes. Bounded: over
 * {@value #ADDRESSES_MAX} addresses, the one with the longest silence is forgotten.
 *
 * <p>Not thread-safe.
 */
public final class ParallelConnections {
  /** Time after the admission of a visit in which its parallel connections may come. */
  public static final int WITHIN_MILLIS = 3_000;

  /** Addresses that are kept, about 150 bytes each. */
  public static final int ADDRESSES_MAX = 16_384;

  /** Largest value of {@code perVisit}. */
  public static final int PER_VISIT_MAX = 100;

  private static final long WITHIN_NANOS = WITHIN_MILLIS * 1_000_000L;
  private static final double LEVEL_MAX = 6;
  private static final double LEVEL_PER_NANO_MIN = 0.5e-9;
  private static final double KEEP_ALIVE_NANOS_MIN = 5e9;

  private final int perVisit;
  private final double levelPerNano;
  private final Map<Long, Address> addresses =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Address> eldest) {
          return size() > ADDRESSES_MAX;
        }
      };

  /** The state of an address. */
  private static final class Address {
    private double level;
    private long levelNanos;
    private int rights;
    private long rightsEndNanos;

    private Address(long nowNanos) {
      levelNanos = nowNanos;
    }

    private double level(long nowNanos, double perNano) {
      return Math.max(0, level - (nowNanos - levelNanos) * perNano);
    }

    private void count(long nowNanos, double perNano) {
      level = level(nowNanos, perNano) + 1;
      levelNanos = nowNanos;
    }

    private boolean hasRight(long nowNanos) {
      return rights > 0 && rightsEndNanos - nowNanos > 0;
    }
  }

  /**
   * Creates an instance in which no address has rights.
   *
   * @param perVisit further connections that a visit may open, from 0 (none) to {@value
   *     #PER_VISIT_MAX}
   * @param keepAliveNanos after which the server closes an idle connection; {@link Long#MAX_VALUE}
   *     for never
   */
  public ParallelConnections(int perVisit, long keepAliveNanos) {
    if (perVisit < 0 || perVisit > PER_VISIT_MAX) {
      throw new IllegalArgumentException(
          "perVisit must be from 0 to " + PER_VISIT_MAX + ", got " + perVisit);
    }
    this.perVisit = perVisit;
    this.levelPerNano =
        Math.max(LEVEL_PER_NANO_MIN, perVisit / Math.max(KEEP_ALIVE_NANOS_MIN, keepAliveNanos));
  }

  /** Returns whether parallel connections are allowed at all. */
  public boolean areAllowed() {
    return perVisit > 0;
  }

  /**
   * Counts a hello without a session. Returns whether its connection is a parallel one of a visit
   * admitted a moment ago, and if so uses one of the visit's rights.
   *
   * @param address names the client's address
   * @param proven whether clients of this address finish the handshakes that they begin; asked only
   *     if the address has a right
   */
  public boolean tryUse(long address, long nowNanos, BooleanSupplier proven) {
    if (perVisit == 0) {
      return false;
    }
    Address known = addresses.computeIfAbsent(address, a -> new Address(nowNanos));
    known.count(nowNanos, levelPerNano);
    boolean may = known.hasRight(nowNanos) && proven.getAsBoolean();
    if (may) {
      known.rights--;
    }
    return may;
  }

  /**
   * Notes an admitted visit from this address, after the call of {@link #tryUse} for its hello if
   * that was without a session, or a connection of a visit under way.
   */
  public void bringRights(long address, long nowNanos) {
    if (perVisit == 0) {
      return;
    }
    Address known = addresses.computeIfAbsent(address, a -> new Address(nowNanos));
    if (known.level(nowNanos, levelPerNano) <= LEVEL_MAX) {
      known.rights = perVisit;
      known.rightsEndNanos = nowNanos + WITHIN_NANOS;
    }
  }

  /** Returns the number of addresses that are kept now. */
  int size() {
    return addresses.size();
  }
}
