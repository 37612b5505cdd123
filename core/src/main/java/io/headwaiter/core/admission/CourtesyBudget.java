package io.headwaiter.core.admission;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Decides how many refused clients get a courtesy page. Limits the pages per second and the CPU
 * time that they take. The CPU time of a page is learned.
 *
 * <pre>
 *   a page is granted if p &gt;= 1 and b &gt;= 0, and then p := p - 1, b := b - c
 *   p  pages in stock: grows by perSecond a second, up to max(1, perSecond)
 *   b  CPU time in stock: grows by share * processors a second, up to half a second's worth
 *   c  mean CPU time of a page with its handshake, (8 * 5 ms + spent) / (8 + granted)
 * </pre>
 *
 * <p>Worked number: with a share of 0.02, one processor and pages of 4 ms, 5 pages a second, if
 * perSecond allows as many.
 *
 * <p>{@link #tryTake} belongs to one thread, the door's. The other methods may be called from any
 * thread.
 */
public final class CourtesyBudget {
  /** A budget that grants no pages. */
  public static final CourtesyBudget NONE = new CourtesyBudget(0, 0, 1);

  private static final double NANOS_PER_SECOND = 1e9;
  private static final double COST_NANOS_PRIOR = 5e6;
  private static final double PRIOR_PAGES = 8;
  private static final double STOCK_SECONDS = 0.5;

  private final double perSecond;
  private final double share;
  private volatile double cpuNanosPerSecond;
  private final AtomicLong spentNanos = new AtomicLong();
  private final AtomicLong granted = new AtomicLong();
  private double pages;
  private double cpuNanos;
  private long lastNanos;
  private boolean started;

  /**
   * Creates a full budget.
   *
   * @param perSecond pages per second at most, at least 0
   * @param share of the processors, from 0 to 1
   * @param processors above 0
   */
  public CourtesyBudget(double perSecond, double share, double processors) {
    if (!(perSecond >= 0)) {
      throw new IllegalArgumentException("perSecond must be at least 0, got " + perSecond);
    }
    if (!(share >= 0 && share <= 1)) {
      throw new IllegalArgumentException("share must be from 0 to 1, got " + share);
    }
    if (!(processors > 0)) {
      throw new IllegalArgumentException("processors must be above 0, got " + processors);
    }
    this.perSecond = perSecond;
    this.share = share;
    this.cpuNanosPerSecond = share * processors * NANOS_PER_SECOND;
  }

  /**
   * Sets the number of processors.
   *
   * @param processors above 0
   */
  public void setProcessors(double processors) {
    cpuNanosPerSecond = share * processors * NANOS_PER_SECOND;
  }

  /**
   * Grants a page if the budget allows one. Returns its expected cost in CPU nanoseconds, or 0 if
   * none is granted.
   */
  long tryTake(long nowNanos) {
    if (perSecond == 0 || cpuNanosPerSecond == 0) {
      return 0;
    }
    refill(nowNanos);
    if (pages < 1 || cpuNanos < 0) {
      return 0;
    }
    long cost = (long) Math.max(1, costNanos());
    pages--;
    cpuNanos -= cost;
    granted.incrementAndGet();
    return cost;
  }

  private void refill(long nowNanos) {
    double seconds =
        started ? Math.max(0, nowNanos - lastNanos) / NANOS_PER_SECOND : Double.POSITIVE_INFINITY;
    if (!started || nowNanos - lastNanos > 0) {
      lastNanos = nowNanos;
    }
    started = true;
    pages = Math.min(Math.max(1, perSecond), pages + seconds * perSecond);
    double nanosPerSecond = cpuNanosPerSecond;
    double stock = STOCK_SECONDS * nanosPerSecond;
    cpuNanos = Math.min(stock, cpuNanos + seconds * nanosPerSecond);
  }

  /** Adds CPU time in nanoseconds that was spent on a connection that gets a page. */
  public void spent(long nanos) {
    spentNanos.addAndGet(nanos);
  }

  /** Returns the mean CPU time of a page with its handshake, in nanoseconds, above 0. */
  public double costNanos() {
    return (PRIOR_PAGES * COST_NANOS_PRIOR + spentNanos.get()) / (PRIOR_PAGES + granted.get());
  }

  /** Returns the pages granted since the start. */
  public long grantedTotal() {
    return granted.get();
  }
}
