package io.headwaiter.sim.law;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.WindowedLimit;
import java.util.HashMap;
import java.util.Map;

/**
 * Netflix's servlet filter: a limit on the requests that are in the servlets at a time, which
 * follows their round-trip times. The limit is the object of the real library, which receives
 * virtual times. This class does the work of its filter. A page begins if fewer than the limit are
 * under way. Otherwise the answer is a 503, after the server has paid for the handshake and the
 * request has waited for a worker.
 *
 * <pre>
 *   Gradient2, each second   limit := limit + 0.2 (g limit + 4 - limit),  20 to 200
 *                            g = 0.5 to 1, 1.5 * long-term mean of the round trips / their mean now
 *   Vegas, each request      q = limit (1 - least round trip / this one)
 *                            limit up while q is small, down while q &gt; 6 log10(limit), 1 to 1000
 * </pre>
 *
 * <p>Source: com.netflix.concurrency-limits, version 0.5.4, with its default parameters; Gradient2
 * on windows, as its documentation says.
 */
public final class ConcurrencyLaw implements Law {
  /** The name of the law with Gradient2. */
  public static final String GRADIENT2 = "netflix-gradient2";

  /** The name of the law with Vegas. */
  public static final String VEGAS = "netflix-vegas";

  private final String name;
  private final Limit limit;
  private final Map<Long, Begun> begun = new HashMap<>();

  private ConcurrencyLaw(String name, Limit limit) {
    this.name = name;
    this.limit = limit;
  }

  /** Creates the law with Gradient2. */
  public static ConcurrencyLaw gradient2() {
    return new ConcurrencyLaw(
        GRADIENT2, WindowedLimit.newBuilder().build(Gradient2Limit.newDefault()));
  }

  /**
   * Creates the law with Vegas.
   *
   * @param seed of the instants at which it forgets the least round trip
   */
  public static ConcurrencyLaw vegas(long seed) {
    return new ConcurrencyLaw(VEGAS, new SeededVegas(seed));
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public boolean begin(Turn turn, long waitedNanos, long nowNanos) {
    if (turn.kind() != Turn.Kind.REQUEST) {
      return true;
    }
    if (begun.size() >= limit.getLimit()) {
      return false;
    }
    begun.put(turn.connection(), new Begun(nowNanos, begun.size() + 1));
    return true;
  }

  @Override
  public void done(Turn turn, long residenceNanos, long nowNanos) {
    Begun one = begun.remove(turn.connection());
    if (one != null) {
      long roundTripNanos = Math.max(1, nowNanos - one.sinceNanos);
      limit.onSample(one.sinceNanos, roundTripNanos, one.inflight, /* didDrop= */ false);
    }
  }

  @Override
  public void left(Turn turn, long nowNanos) {
    // The reply of a page fits into the socket's buffer, so the servlet does not notice.
    done(turn, nowNanos - turn.queuedNanos(), nowNanos);
  }

  int limit() {
    return limit.getLimit();
  }

  private record Begun(long sinceNanos, int inflight) {}
}
