package io.headwaiter.core.admission;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.List;

/**
 * Limits how often one session ticket may be used. A verified resumption is free because its visit
 * has been charged, so without a limit many clients could share one ticket. Over the limit, the
 * claim counts as new.
 *
 * <pre>
 *   level := max(0, level - dt * perSecond) + 1     at each use, if that is at most burst
 * </pre>
 *
 * <p>Worked number: burst 16 and 8 a second: a browser that opens 8 connections at once and 6 more
 * a second later passes; of 1,000 clients that replay one ticket within a second 24 do.
 *
 * <p>The table has a fixed size, {@value #WAYS} entries in each of its sets. A new token replaces
 * the one in its set with the oldest last use. Tokens are kept as 64 bits of a salted SHA-256. So
 * no client can choose tokens that displace another from its set, and a memory dump shows none. To
 * make the table forget a ticket, a client has to use about as many other valid tickets as the
 * table has entries, each of which has cost a visit.
 *
 * <p>Thread-safe; one use costs a hash of the token, about a microsecond.
 */
public final class TicketRateLimiter {
  /** Largest burst. */
  public static final int BURST_MAX = 100_000;

  private static final int WAYS = 8;
  private static final double NANOS_PER_SECOND = 1e9;

  private final int burst;
  private final double perNano;
  private final byte[] salt;
  private final int sets;
  private final long[] keys;
  private final double[] levels;
  private final long[] usedNanos;
  private final boolean[] taken;
  private final MessageDigest digest;

  /**
   * Creates an empty table.
   *
   * @param burst uses of one ticket at once, from 1 to {@value #BURST_MAX}
   * @param perSecond uses of one ticket per second in the long run, above 0
   * @param ticketsMax tickets that are kept, at least {@value #WAYS}; rounded down to a multiple of
   *     that
   * @param salt secret random bytes, at least 16
   */
  public TicketRateLimiter(int burst, double perSecond, int ticketsMax, byte[] salt) {
    if (burst < 1 || burst > BURST_MAX) {
      throw new IllegalArgumentException("burst must be from 1 to " + BURST_MAX + ", got " + burst);
    }
    if (!(perSecond > 0)) {
      throw new IllegalArgumentException("perSecond must be above 0, got " + perSecond);
    }
    if (ticketsMax < WAYS) {
      throw new IllegalArgumentException(
          "ticketsMax must be at least " + WAYS + ", got " + ticketsMax);
    }
    if (salt.length < 16) {
      throw new IllegalArgumentException("salt must have at least 16 bytes, got " + salt.length);
    }
    this.burst = burst;
    this.perNano = perSecond / NANOS_PER_SECOND;
    this.salt = salt.clone();
    this.sets = ticketsMax / WAYS;
    this.keys = new long[sets * WAYS];
    this.levels = new double[sets * WAYS];
    this.usedNanos = new long[sets * WAYS];
    this.taken = new boolean[sets * WAYS];
    this.digest = sha256();
  }

  /** Returns the keys of a claim's tokens; a token that is named twice has one key. */
  public synchronized long[] keysOf(List<byte[]> tokens) {
    return tokens.stream().mapToLong(this::hash).distinct().toArray();
  }

  /**
   * Uses a claim's tokens once, all of them or none: a claim may name several, and it is not known
   * here which one will be resumed.
   *
   * @param keys from {@link #keysOf}
   * @return false if one of them has been used too often
   */
  public synchronized boolean tryUse(long[] keys, long nowNanos) {
    if (!hasRoom(keys, nowNanos)) {
      return false;
    }
    for (long key : keys) {
      use(key, nowNanos);
    }
    return true;
  }

  /** Returns the result that {@link #tryUse} would have; uses nothing. */
  public synchronized boolean hasRoom(long[] keys, long nowNanos) {
    for (long key : keys) {
      int at = find(key);
      if (at >= 0 && level(at, nowNanos) + 1 > burst) {
        return false;
      }
    }
    return true;
  }

  private void use(long key, long nowNanos) {
    int at = find(key);
    if (at < 0) {
      at = oldestOfSet(key, nowNanos);
      taken[at] = true;
      keys[at] = key;
      levels[at] = 0;
      usedNanos[at] = nowNanos;
    }
    levels[at] = level(at, nowNanos) + 1;
    usedNanos[at] = nowNanos;
  }

  private double level(int at, long nowNanos) {
    return Math.max(0, levels[at] - Math.max(0, nowNanos - usedNanos[at]) * perNano);
  }

  private int firstOfSet(long key) {
    return Math.floorMod(key, sets) * WAYS;
  }

  private int find(long key) {
    int from = firstOfSet(key);
    for (int at = from; at < from + WAYS; at++) {
      if (taken[at] && keys[at] == key) {
        return at;
      }
    }
    return -1;
  }

  private int oldestOfSet(long key, long nowNanos) {
    int from = firstOfSet(key);
    int oldest = from;
    for (int at = from; at < from + WAYS; at++) {
      if (!taken[at]) {
        return at;
      }
      if (nowNanos - usedNanos[at] > nowNanos - usedNanos[oldest]) {
        oldest = at;
      }
    }
    return oldest;
  }

  private long hash(byte[] token) {
    digest.update(salt);
    byte[] bytes = digest.digest(token);
    long hash = 0;
    for (int i = 0; i < Long.BYTES; i++) {
      hash = hash << Byte.SIZE | (bytes[i] & 0xff);
    }
    return hash;
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256; this one does not", e);
    }
  }
}
