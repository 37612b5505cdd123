package io.headwaiter.core.pool.control;

import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.RequestMix;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Sizes that were rolled back, each with the mix at that time. These sizes, and sizes within about
 * a fifth of them, are not tried again while the mix is at most 0.05 away. Holds at most {@value
 * #LENGTH_MAX} and drops the oldest.
 */
final class HarmfulSizes {
  private static final int LENGTH_MAX = 20;
  private static final double LIKE = 0.2;
  private static final double SAME_MIX = 0.05;

  private final Deque<Harm> harms = new ArrayDeque<>();

  private record Harm(PoolSizes sizes, RequestMix mix) {
    boolean isLike(PoolSizes other, RequestMix with) {
      return isLike(sizes.threads(), other.threads())
          && isLike(sizes.connections(), other.connections())
          && mix.distance(with) <= SAME_MIX;
    }

    private static boolean isLike(int a, int b) {
      return Math.abs(Math.log((double) a / b)) <= LIKE;
    }
  }

  void add(PoolSizes sizes, RequestMix mix) {
    harms.add(new Harm(sizes, mix));
    if (harms.size() > LENGTH_MAX) {
      harms.remove();
    }
  }

  /** Removes the last entry, because those sizes were not the cause of the harm. */
  void forgiveLast() {
    harms.pollLast();
  }

  boolean contains(PoolSizes sizes, RequestMix mix) {
    return harms.stream().anyMatch(h -> h.isLike(sizes, mix));
  }

  void clear() {
    harms.clear();
  }
}
