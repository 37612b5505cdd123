package io.headwaiter.core.admission;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tells the parallel connections of a browser from new visits. A browser that loads its first page
 * over HTTP/1.1 opens some six connections, and has TLS 1.3 tickets for two of them at most: the
 * others look like new visits. Decided one by one they would be refused one by one, and a visit of
 * which a part is refused is broken: where one new connection in twenty comes in, no visit with
 * four of them would.
 *
 * <p>So a visit that is let in brings the right to {@code perVisit} further connections without a
 * session from its address, for {@value #WITHIN_MILLIS} ms. They are part of it: what they cost is
 * in the price of a visit.
 *
 * <p>An address that many customers share gets none, for they would use each other's:
 *
 * <pre>
 *   level := max(0, level - dt * 0.5 / s) + 1     at each hello without a session
 *   a visit brings rights while level &lt;= 6        its own hello is among those counted
 * </pre>
 *
 * <p>Worked number: a browser alone at its address: its first hello makes the level 1, and its four
 * parallel ones use rights and make it 5; ten seconds later it is 0. At an address from which two
 * new customers come each second the level passes 6 within four seconds, and each connection is
 * decided by itself.
 *
 * <p>An attacker gets at most {@code perVisit} handshakes beside each visit that was sold to it.
 * Bounded: over {@value #ADDRESSES_MAX} addresses the one that was silent longest is forgotten.
 *
 * <p>Not thread-safe.
 */
public final class ParallelConnections {
  /** How long after a visit was let in its parallel connections may come. */
  public static final int WITHIN_MILLIS = 3_000;

  /** Addresses that are remembered, about 150 bytes each. */
  public static final int ADDRESSES_MAX = 16_384;

  /** The most connections a visit that can be asked for. */
  public static final int PER_VISIT_MAX = 100;

  private static final long WITHIN_NANOS = WITHIN_MILLIS * 1_000_000L;
  private static final double LEVEL_MAX = 6;
  private static final double LEVEL_PER_NANO = 0.5e-9;

  private final int perVisit;
  private final Map<Long, Address> addresses =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Address> eldest) {
          return size() > ADDRESSES_MAX;
        }
      };

  /** What is known of an address. */
  private static final class Address {
    private double level;
    private long levelNanos;
    private int rights;
    private long rightsEndNanos;

    private Address(long nowNanos) {
      levelNanos = nowNanos;
    }

    private double level(long nowNanos) {
      return Math.max(0, level - (nowNanos - levelNanos) * LEVEL_PER_NANO);
    }

    private void count(long nowNanos) {
      level = level(nowNanos) + 1;
      levelNanos = nowNanos;
    }

    private boolean use(long nowNanos) {
      boolean has = rights > 0 && rightsEndNanos - nowNanos > 0;
      rights = has ? rights - 1 : 0;
      return has;
    }
  }

  /**
   * No address has rights yet.
   *
   * @param perVisit further connections that a visit may open, from 0 (none) to {@value
   *     #PER_VISIT_MAX}
   */
  public ParallelConnections(int perVisit) {
    if (perVisit < 0 || perVisit > PER_VISIT_MAX) {
      throw new IllegalArgumentException(
          "perVisit must be from 0 to " + PER_VISIT_MAX + ", got " + perVisit);
    }
    this.perVisit = perVisit;
  }

  /** Whether there can be any. */
  public boolean areAllowed() {
    return perVisit > 0;
  }

  /**
   * A hello without a session: whether its connection is a parallel one of a visit that was just
   * let in, which uses a right of it.
   *
   * @param address names the client's address
   */
  public boolean tryUse(long address, long nowNanos) {
    if (perVisit == 0) {
      return false;
    }
    Address known = addresses.computeIfAbsent(address, a -> new Address(nowNanos));
    known.count(nowNanos);
    return known.use(nowNanos);
  }

  /** A visit from this address is let in, after {@link #tryUse} was asked about its hello. */
  public void visitLetIn(long address, long nowNanos) {
    if (perVisit == 0) {
      return;
    }
    Address known = addresses.computeIfAbsent(address, a -> new Address(nowNanos));
    if (known.level(nowNanos) <= LEVEL_MAX) {
      known.rights = perVisit;
      known.rightsEndNanos = nowNanos + WITHIN_NANOS;
    }
  }

  /** Addresses that are remembered now. */
  int size() {
    return addresses.size();
  }
}
