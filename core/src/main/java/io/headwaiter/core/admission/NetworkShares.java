package io.headwaiter.core.admission;

/**
 * Max-min fair shares of new visits between source networks, for a gate without a waiting room,
 * which admits or refuses each visit at once. A network that got less than its share is admitted on
 * credit, one visit for each one refused to a network that got clearly more. The budget repays the
 * credit before it admits others. So no visit is refused while capacity is idle, and networks that
 * ask alone, or one after the other, are treated as they would be without shares.
 *
 * <pre>
 *   dt   = time since, and ten times that of it which passed when for a second nobody was refused
 *   g_i := g_i * exp(-dt / tau) + 1      at each admitted visit of network i, tau = 5 s
 *   F   := max(1, F * exp(-dt / tau))    at each visit, and then
 *   F   := F + (g_i - F) / 10            when it is admitted, and its network has g_i &gt;= F
 *   F   := max(1, F + (g_i - F) / 10)    when it is refused,  and its network has g_i &lt; F
 *   n   := min(2, n + 1)                 when a visit is refused  of a network with g_i &gt;= F
 *   n   := n - 1                         when a visit is admitted on credit
 *   s_g  = 4 + 2 * sqrt(g)               what equal networks differ by chance
 *   on credit    n &gt; 0  and  g_i &lt; F  and  g_i + s_gi &lt;= g_r
 *   c_i  = min(1, (F - g_i) / s_F)       part of the credit that this network may use
 * </pre>
 *
 * <p>F is the water level of max-min fairness (Bertsekas and Gallager, Data Networks, section
 * 6.5.2). Two signs move it: it is too low while networks above it are admitted, and too high while
 * networks below it are refused. One level in place of a queue for each source is the idea of
 * core-stateless fair queueing (Stoica, Shenker and Zhang, 1998). g_r is the largest level of the
 * networks whose refusals were counted in n. F and g_r fade as all levels do. What a network got
 * while nobody was refused took nothing from anybody, so it is forgotten sooner: otherwise a
 * network that customers come from would be refused for seconds when an attack begins in others.
 *
 * <p>Worked number: the server carries 60 visits a second; one network asks for 20, another for
 * 2,000. The levels are 20 * 5 = 100 and 40 * 5 = 200, F is near 190, and the small network always
 * has credit: 100 + 4 + 20 is below 200, and c = 1. Without shares it would get 60 * 20 / 2020 =
 * 0.6 a second. If it asked for 60, it would get 27: 2 g + 4 + 2 sqrt(g) = 300 for g = 136.
 *
 * <p>Limit: it cannot tell an attacker that uses a new network each time from as many small
 * networks. Against such an attacker a large network has one share among many.
 *
 * <p>Bounded: it keeps only networks that were admitted, {@value #NETWORKS_MAX} in sets of {@value
 * #WAYS}. In a full set it forgets the network with the lowest level, which then counts as one that
 * got nothing. Clients cannot foresee the set of a network, see {@link SecretHash}. All steps take
 * constant time and allocate nothing.
 *
 * <p>Not thread-safe; time is passed in as {@code nowNanos} of any monotonic clock.
 */
final class NetworkShares {
  static final int NETWORKS_MAX = 4096;

  private static final int WAYS = 4;
  private static final int SETS = NETWORKS_MAX / WAYS;
  private static final double TAU_NANOS = 5e9;
  private static final long CONTESTED_NANOS = 1_000_000_000L;
  private static final int CALM_SPEED = 10;
  private static final long FORGOTTEN_NANOS = 3_600_000_000_000L;
  private static final double STEP = 0.1;
  private static final double SHARE_MIN = 1;
  private static final double MARGIN = 4;
  private static final double MARGIN_ROOTS = 2;
  private static final int CREDITS_MAX = 2;
  private static final int NONE = -1;

  private final SecretHash hash;
  private final long[] networks = new long[NETWORKS_MAX];
  // As of the time in admittedNanos; 0 where nothing is kept.
  private final double[] levels = new double[NETWORKS_MAX];
  private final long[] admittedNanos = new long[NETWORKS_MAX];
  private double share = SHARE_MIN;
  private long shareNanos;
  // The time by which levels fade: all other times but these two are of it.
  private long fadingNanos;
  private long seenNanos;
  private long lastRefusedNanos;
  private boolean any;
  // n: visits of smaller networks that may take the place of one just refused.
  private int credits;
  // g_r, as of the time in refusedNanos.
  private double refusedLevel;
  private long refusedNanos;

  NetworkShares(SecretHash hash) {
    this.hash = hash;
  }

  /**
   * Returns c_i, the part of the credit that a visit of this network may use, from 0 to 1; 0 if it
   * may not be admitted on credit.
   */
  double creditPart(long network, long realNanos) {
    long nowNanos = fading(realNanos);
    double level = levelAt(network, nowNanos);
    double refused = faded(refusedLevel, refusedNanos, nowNanos);
    if (credits == 0 || level + chance(level) > refused) {
      return 0;
    }
    double allowed = shareAt(nowNanos);
    return Math.max(0, Math.min(1, (allowed - level) / chance(allowed)));
  }

  /** Returns s_g: equal networks hardly ever differ by more. */
  private static double chance(double level) {
    return MARGIN + MARGIN_ROOTS * Math.sqrt(level);
  }

  /** Notes that a visit of this network is admitted on credit. */
  void noteAdmittedOnCredit(long network, long nowNanos) {
    credits--;
    noteAdmitted(network, nowNanos);
  }

  /** Notes that a visit of this network is admitted. */
  void noteAdmitted(long network, long realNanos) {
    long nowNanos = fading(realNanos);
    int at = find(network);
    double level = at == NONE ? 0 : faded(levels[at], admittedNanos[at], nowNanos);
    fadeShare(nowNanos);
    if (level >= share) {
      share += (level - share) * STEP;
    }
    if (at == NONE) {
      at = leastOfSet(network, nowNanos);
      networks[at] = network;
    }
    levels[at] = level + 1;
    admittedNanos[at] = nowNanos;
  }

  /** Notes that a visit of this network is refused, for lack of capacity and of credit. */
  void refused(long network, long realNanos) {
    long nowNanos = fading(realNanos);
    lastRefusedNanos = realNanos;
    double level = levelAt(network, nowNanos);
    fadeShare(nowNanos);
    if (level < share) {
      share = Math.max(SHARE_MIN, share + (level - share) * STEP);
    } else {
      credits = Math.min(CREDITS_MAX, credits + 1);
      refusedLevel = Math.max(level, faded(refusedLevel, refusedNanos, nowNanos));
      refusedNanos = nowNanos;
    }
  }

  /** Returns g of this network; 0 if it is not kept. */
  double level(long network, long realNanos) {
    return levelAt(network, fading(realNanos));
  }

  private double levelAt(long network, long nowNanos) {
    int at = find(network);
    return at == NONE ? 0 : faded(levels[at], admittedNanos[at], nowNanos);
  }

  /** Returns F. */
  double share(long realNanos) {
    return shareAt(fading(realNanos));
  }

  private double shareAt(long nowNanos) {
    return Math.max(SHARE_MIN, faded(share, shareNanos, nowNanos));
  }

  private void fadeShare(long nowNanos) {
    share = shareAt(nowNanos);
    shareNanos = nowNanos;
  }

  /** Returns the time by which levels fade, which passes faster while nobody is refused. */
  private long fading(long realNanos) {
    if (!any) {
      any = true;
      seenNanos = realNanos;
      lastRefusedNanos = realNanos - CONTESTED_NANOS;
    }
    long passed = Math.max(0, realNanos - seenNanos);
    long contested = Math.max(0, lastRefusedNanos + CONTESTED_NANOS - seenNanos);
    long calm = passed - Math.min(passed, contested);
    // Whoever was idle for long has forgotten all: no need to count on.
    fadingNanos += passed + Math.min(calm, FORGOTTEN_NANOS) * (CALM_SPEED - 1);
    seenNanos += passed;
    return fadingNanos;
  }

  private static double faded(double level, long sinceNanos, long nowNanos) {
    return level * Math.exp(-Math.max(0, nowNanos - sinceNanos) / TAU_NANOS);
  }

  private int firstOfSet(long network) {
    return (int) (hash.of(network) & (SETS - 1)) * WAYS;
  }

  private int find(long network) {
    int from = firstOfSet(network);
    for (int at = from; at < from + WAYS; at++) {
      if (networks[at] == network && levels[at] > 0) {
        return at;
      }
    }
    return NONE;
  }

  private int leastOfSet(long network, long nowNanos) {
    int from = firstOfSet(network);
    int least = from;
    double leastLevel = Double.MAX_VALUE;
    for (int at = from; at < from + WAYS; at++) {
      double level = faded(levels[at], admittedNanos[at], nowNanos);
      if (level < leastLevel) {
        least = at;
        leastLevel = level;
      }
    }
    return least;
  }
}
