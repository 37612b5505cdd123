package io.headwaiter.core.admission;

/**
 * Max-min fair shares of new visits between source networks where no visit waits: each is let in or
 * refused at once. A network that has got less than its share while another has got clearly more
 * may come in on credit; what it takes is paid back before there is room for those above their
 * share. So no visit is refused while anything is idle, and a network that asks alone is never
 * treated in another way than without shares.
 *
 * <pre>
 *   g_i := g_i * exp(-dt / tau) + 1      at each visit of network i that is let in, tau = 5 s
 *   F   := F + (g_i - F) / 10            when a visit is let in   of a network with g_i &gt;= F
 *   F   := max(1, F + (g_i - F) / 10)    when a visit is refused  of a network with g_i &lt; F
 *   on credit    g_i &lt; F  and  g_i + 4 + 2 * sqrt(g_i) &lt;= g_max,  i not the network of g_max
 * </pre>
 *
 * <p>F is the water level of max-min fairness (Bertsekas and Gallager, Data Networks, section
 * 6.5.2), found by its two signs: it lies too low while networks above it are let in, and too high
 * while networks below it are refused. That one level and a drop of what is above it stand for a
 * queue of each source is the idea of core-stateless fair queueing (Stoica, Shenker and Zhang,
 * 1998). g_max is the level of the network that has got most; what chance makes of equal shares,
 * some twice the root, is no reason for credit.
 *
 * <p>Worked number: 60 visits a second fit; one network asks for 20, another for 2,000. The levels
 * are 20 * 5 = 100 and 40 * 5 = 200, F is near 200, and the small network always has credit: 100 +
 * 4 + 20 is below 200. Without shares it would get 60 * 20 / 2020 = 0.6 a second. If it asked for
 * 60, it would get 27: 2 g + 4 + 2 sqrt(g) = 300 for g = 136.
 *
 * <p>What it cannot do: tell an attacker that uses a fresh network each time from as many small
 * networks. Against that a large network has one share among many.
 *
 * <p>Bounded: only networks are kept that were let in, {@value #NETWORKS_MAX} in sets of {@value
 * #WAYS}, and over that the one of its set that has got least is forgotten. It counts then as one
 * that has got nothing. Where a network stands is not to be foreseen, see {@link SecretHash}. All
 * steps take constant time and allocate nothing.
 *
 * <p>Not thread-safe; time comes in as {@code nowNanos} of any monotonic clock.
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
  // At the time beside it; 0 where nothing is kept.
  private final double[] levels = new double[NETWORKS_MAX];
  private final long[] letInNanos = new long[NETWORKS_MAX];
  private double share = SHARE_MIN;
  // All levels fall alike, so it changes only when a visit is let in.
  private long largest;
  private double largestLevel;
  private long largestNanos;

  NetworkShares(SecretHash hash) {
    this.hash = hash;
  }

  /** Whether a visit of this network may come in on credit. */
  boolean hasCredit(long network, long nowNanos) {
    if (largestLevel == 0 || network == largest) {
      return false;
    }
    double level = level(network, nowNanos);
    return level < share
        && level + MARGIN + MARGIN_ROOTS * Math.sqrt(level)
            <= faded(largestLevel, largestNanos, nowNanos);
  }

  /** A visit of this network is let in. */
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

  /** A visit of this network is refused, for want of room and of credit. */
  void refused(long network, long nowNanos) {
    double level = level(network, nowNanos);
    if (level < share) {
      share = Math.max(SHARE_MIN, share + (level - share) * STEP);
    }
  }

  /** g of this network; 0 if it is not kept. */
  double level(long network, long nowNanos) {
    int at = find(network);
    return at == NONE ? 0 : faded(levels[at], letInNanos[at], nowNanos);
  }

  /** F. */
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
