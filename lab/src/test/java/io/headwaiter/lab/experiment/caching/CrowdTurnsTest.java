package io.headwaiter.lab.experiment.caching;

import static io.headwaiter.lab.experiment.caching.CachingPolicy.ADAPTIVE;
import static io.headwaiter.lab.experiment.caching.CachingPolicy.REQUEST;
import static io.headwaiter.lab.experiment.caching.CachingPolicy.TRANSACTION;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.profile.RequestTotals;
import io.headwaiter.load.Progress;
import io.headwaiter.tuning.TunedServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A server that serves as many requests a millisecond as its policy is worth. */
class CrowdTurnsTest {
  private static final long LOOK_MILLIS = 500;
  private static final long TOTAL_MILLIS = 40_000;
  private static final long NANOS_PER_MILLI = 1_000_000;

  private static final Map<CachingPolicy, Long> PER_MILLI =
      Map.of(TRANSACTION, 1L, REQUEST, 2L, ADAPTIVE, 3L);

  private final List<CachingPolicy> set = new ArrayList<>();
  private long millis;
  private long served;

  private final TunedServer server =
      new TunedServer() {
        @Override
        public void resize(PoolSizes sizes) {
          throw new AssertionError("nobody asked for other sizes");
        }

        @Override
        public Reading read() throws IOException {
          if (millis > 35_000) {
            throw new IOException("gone");
          }
          RequestTotals totals = new RequestTotals(served, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
          return new Reading(
              new RequestProfile(millis * NANOS_PER_MILLI, 0, Map.of("/page", totals)),
              0,
              0,
              0,
              0,
              0,
              null);
        }
      };
  private CrowdTurns turns = turns(List.of(CachingPolicy.values()));

  private CrowdTurns turns(List<CachingPolicy> policies) {
    return new CrowdTurns(policies, server, set::add, Duration.ofSeconds(2));
  }

  private void pass(long untilMillis) {
    while (millis < untilMillis) {
      millis += LOOK_MILLIS;
      served += LOOK_MILLIS * PER_MILLI.get(set.get(set.size() - 1));
      turns.look(new Progress(millis <= 1000, millis, TOTAL_MILLIS, 0, 0, 0, 0, 0));
    }
  }

  @Test
  void everyPolicyHasItsTurnInEveryPlace() throws Exception {
    turns.begin();
    pass(24_000);
    assertThat(set)
        .startsWith(
            TRANSACTION, REQUEST, ADAPTIVE, REQUEST, ADAPTIVE, TRANSACTION, ADAPTIVE, TRANSACTION);
  }

  @Test
  void whatCameInATurnIsThatPolicysAlone() throws Exception {
    turns.begin();
    pass(20_000);
    turns
        .whole()
        .forEach(
            (policy, seen) ->
                assertThat(seen)
                    .hasSize(2)
                    .allSatisfy(
                        turn -> {
                          long span = turn.spanNanos() / NANOS_PER_MILLI;
                          assertThat(span).isEqualTo(2000);
                          assertThat(turn.overall().count())
                              .isEqualTo(span * PER_MILLI.get(policy));
                        }));
  }

  /** A round that the crowd does not see the end of is not compared. */
  @Test
  void onlyWholeRoundsCount() throws Exception {
    turns.begin();
    pass(1000 + 4 * 2500);
    assertThat(turns.whole().values()).allMatch(seen -> seen.size() == 1);
    assertThat(turns(List.of(REQUEST)).whole().values()).allMatch(List::isEmpty);
  }

  @Test
  void whoIsAloneHasEveryTurn() throws Exception {
    turns = turns(List.of(REQUEST));
    turns.begin();
    pass(1000 + 3 * 2500);
    assertThat(set).containsOnly(REQUEST);
    assertThat(turns.whole()).containsOnlyKeys(REQUEST);
    assertThat(turns.whole().get(REQUEST)).hasSize(3);
  }

  @Test
  void aServerThatIsGoneEndsTheLoad() throws Exception {
    turns.begin();
    assertThatThrownBy(() -> pass(TOTAL_MILLIS))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("gone");
  }
}
