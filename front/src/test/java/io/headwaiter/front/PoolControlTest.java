package io.headwaiter.front;

import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.headwaiter.core.capacity.Resource;
import io.headwaiter.core.pool.control.PoolControlSettings;
import io.headwaiter.core.pool.profile.Moments;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.core.pool.profile.ProfilePoint;
import io.headwaiter.core.pool.profile.RequestMix;
import io.headwaiter.core.pool.profile.TypeProfile;
import io.headwaiter.front.pools.PoolGovernor;
import io.headwaiter.front.pools.PoolSetter;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PoolControlTest {
  private final FakePool threads = new FakePool(Resource.WORKER_THREADS, 2);
  private final FakePool connections = new FakePool(Resource.DATABASE_CONNECTIONS, 2);

  private PoolGovernor governor() {
    Moments time = new Moments(1_000, 1e6, 1e12);
    List<TypeProfile> types = List.of(new TypeProfile("/", time, time));
    Profile profile =
        new Profile(
            new RequestMix(Map.of("/", 1.0)),
            List.of(
                new ProfilePoint(2, 2, types, 1000, 0, 1_000, 2),
                new ProfilePoint(2, 1, types, 1000, 0, 1_000, 2)));
    PoolControlSettings bounds =
        new PoolControlSettings(2, 2, 1_000_000_000L, /* gainMin= */ 0.02, 0.05, 5);
    return new PoolGovernor(bounds, profile, threads, connections);
  }

  @Test
  void poolsFollowNoProfileWhileProgramsSetThem() {
    PoolControl pools = new PoolControl("test", nanos -> null);
    pools.allowTuning(new PoolSetter(threads, connections));

    assertThatIllegalStateException()
        .isThrownBy(() -> pools.govern(governor()))
        .withMessageContaining("Stop the connector");
  }
}
