package io.headwaiter.lab.experiment.caching;

import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.load.Progress;
import io.headwaiter.tuning.TunedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Policies that take turns under one crowd that never goes: what makes the machine slower for some
 * seconds meets all of them, and nobody has to come and settle for each turn. A turn is measured
 * from the first look after the change, when requests that began before it are over, to the last.
 * Belongs to the thread of the load, which calls it about twice a second.
 */
final class CrowdTurns {
  /** Sets what is in force from now on. */
  @FunctionalInterface
  interface Setter {
    /** For requests that begin from now on. */
    void set(CachingPolicy policy) throws IOException;
  }

  private final List<CachingPolicy> policies;
  private final TunedServer server;
  private final Setter setter;
  private final long turnMillis;
  private final Map<CachingPolicy, List<RequestProfile>> turns = new EnumMap<>(CachingPolicy.class);
  private List<CachingPolicy> order = List.of();
  private int round;
  private int turn;
  private TunedServer.Reading from;
  private long fromMillis;

  /**
   * Before the first turn.
   *
   * @param policies who takes turns; one alone has all of them
   * @param turn from the first look to the last, at least
   */
  CrowdTurns(List<CachingPolicy> policies, TunedServer server, Setter setter, Duration turn) {
    this.policies = List.copyOf(policies);
    this.server = server;
    this.setter = setter;
    this.turnMillis = turn.toMillis();
  }

  /** The first of the first round; to be called before the crowd comes. */
  void begin() throws IOException {
    order = Experiment.inTurn(policies, round);
    setter.set(order.get(0));
  }

  /** Looks whether the turn is over. */
  void look(Progress progress) {
    if (!progress.isMeasuring()) {
      return;
    }
    try {
      if (from == null) {
        from = server.read();
        fromMillis = progress.elapsedMillis();
      } else if (progress.elapsedMillis() - fromMillis >= turnMillis) {
        end();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void end() throws IOException {
    RequestProfile seen = server.read().requests().since(from.requests());
    turns.computeIfAbsent(order.get(turn), p -> new ArrayList<>()).add(seen);
    from = null;
    turn++;
    if (turn == order.size()) {
      turn = 0;
      round++;
      order = Experiment.inTurn(policies, round);
    }
    setter.set(order.get(turn));
  }

  /** What came in each turn; of whole rounds, as many for each policy. */
  Map<CachingPolicy, List<RequestProfile>> whole() {
    Map<CachingPolicy, List<RequestProfile>> whole = new EnumMap<>(CachingPolicy.class);
    for (CachingPolicy policy : policies) {
      List<RequestProfile> all = turns.getOrDefault(policy, List.of());
      whole.put(policy, List.copyOf(all.subList(0, Math.min(round, all.size()))));
    }
    return whole;
  }
}
