package io.headwaiter.core.admission;

/**
 * Max-min fair shares of new visits between source networks, for a gate without a waiting room,
 * which admits or refuses each visit at once. A network that got less than its share, while another
 * one got clearly more, is admitted on credit. The budget repays the credit before it admits visits
 * of networks above their share. So no visit is refused while capacity is idle, and a network that
 * asks alone is treated as it would be without shares.
 *
 * <pre>
 *   g_i := g_i * exp(-dt / tau) + 1      at each admitted visit of network i, tau = 5 s
 *   F   := F + (g_i - F) / 10            when a visit is admitted of a network with g_i &gt;= F
 *   F   := max(1, F + (g_i - F) / 10)    when a visit is refused  of a network with g_i &lt; F
 *   on credit    g_i &lt; F  and  g_i + 4 + 2 * sqrt(g_i) &lt;= g_max,  i not the network of g_max
 * </pre>
 *
 * <p>F is the water level of max-min fairness (Bertsekas and Gallager, Data Networks, section
 * 6.5.2). Two signs move it: it is too low while networks above it are admitted, and too high while
 * networks below it are refused. One level in place of a queue for each source is the idea of
 * core-stateless fair queueing (Stoica, Shenker and Zhang, 1998). g_max is the level of the network
 * that got most. Equal shares differ by chance by about twice the root, which is no reason for
 * credit.
 *
 * <p>Worked number: the server carries 60 visits a second; one network asks for 20, another for
 * 2,000. The levels are 20 * 5 = 100 and 40 * 5 = 200, F is near 200, and the small network always
 * has credit: 100 + 4 + 20 is below 200. Without shares it would get 60 * 20 / 2020 = 0.6 a second.
 * If it asked for 60, it would get 27: 2 g + 4 + 2 sqrt(g) = 300 for g = 136.
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
  private static final double STEP = 0.1;
  private static final double SHARE_MIN = 1;
  private static final double MARGIN = 4;
  private static final double MARGIN_ROOTS = 2;
  private static final int NONE = -1;

  private final SecretHash hash;
  private final long[] networks = new long[NETWORKS_MAX];
  // As of the time in letInNanos; 0 where nothing is kept.
  private final double[] levels = new double[NETWORKS_MAX];
  private final long[] letInNanos = new long[NETWORKS_MAX];
  private double share = SHARE_MIN;
  // All levels decay alike, so the largest changes only when a visit is admitted.
  private long largest;
  private double largestLevel;
  private long largestNanos;

  NetworkShares(SecretHash hash) {
    this.hash = hash;
  }

  /** Returns whether a visit of this network may be admitted on credit. */
  boolean hasCredit(long network, long nowNanos) {
    if (largestLevel == 0 || network == largest) {
      return false;
    }
    double level = level(network, nowNanos);
    return level < share
        && level + MARGIN + MARGIN_ROOTS * Math.sqrt(level)
            <= faded(largestLevel, largestNanos, nowNanos);
  }

  /** Notes that a visit of this network is admitted. */
  void letIn(long network, long nowNanos) {
    int at = find(network);
    double level = at == NONE ? 0 : faded(levels[at], letInNanos[at], nowNanos);
    if (level >= share) {
      share += (level - share) * STEP;
    }
    if (at == NONE) {
      at = leastOfSet(network, nowNanos);
      networks[at] = network;
    }
    levels[at] = level + 1;
    letInNanos[at] = nowNanos;
    if (network == largest || level + 1 >= faded(largestLevel, largestNanos, nowNanos)) {
      largest = network;
      largestLevel = level + 1;
      largestNanos = nowNanos;
    }
  }

  /** Notes that a visit of this network is refused, for lack of capacity and of credit. */
  void refused(long network, long nowNanos) {
    double level = level(network, nowNanos);
    if (level < share) {
      share = Math.max(SHARE_MIN, share + (level - share) * STEP);
    }
  }

  /** Returns g of this network; 0 if it is not kept. */
  double level(long network, long nowNanos) {
    int at = find(network);
    return at == NONE ? 0 : faded(levels[at], letInNanos[at], nowNanos);
  }

  /** Returns F. */
  double share() {
    return share;
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
      double level = faded(levels[at], letInNanos[at], nowNanos);
      if (level < leastLevel) {
        least = at;
        leastLevel = level;
      }
    }
    return least;
  }
}
