package io.headwaiter.front.pools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.headwaiter.core.capacity.Resource;
import io.headwaiter.front.FakePool;
import java.util.List;
import org.junit.jupiter.api.Test;

class PoolSetterTest {
  private final FakePool threads = new FakePool(Resource.WORKER_THREADS, 4);
  private final FakePool connections = new FakePool(Resource.DATABASE_CONNECTIONS, 4);

  @Test
  void setsThreadsAndConnections() {
    PoolSetter setter = new PoolSetter(threads, connections);
    setter.accept("threads=20&connections=7");
    assertThat(threads.size).isEqualTo(20);
    assertThat(connections.size).isEqualTo(7);
    // A server may start with such sizes, and must be able to return to them.
    setter.accept("threads=5&connections=20");
    assertThat(setter.page())
        .containsEntry("tunable", true)
        .containsEntry("threads", 5)
        .containsEntry("connections", 20);
  }

  @Test
  void rejectsInvalidQueriesWithoutChange() {
    PoolSetter setter = new PoolSetter(threads, connections);
    for (String query :
        List.of(
            "",
            "threads=5",
            "connections=5&threads=5",
            "threads=0&connections=1",
            "threads=1&connections=0",
            "threads=1001&connections=1",
            "threads=9&connections=1001",
            "threads=-1&connections=1",
            "threads=99999999999&connections=1",
            "threads=5&connections=5&more=1")) {
      assertThatIllegalArgumentException().as(query).isThrownBy(() -> setter.accept(query));
    }
    assertThat(threads.size).isEqualTo(4);
    assertThat(connections.size).isEqualTo(4);
  }

  @Test
  void rejectsFixedPools() {
    threads.whyFixed = "They are fixed.";
    assertThatIllegalStateException()
        .isThrownBy(() -> new PoolSetter(threads, connections))
        .withMessage("They are fixed.");
  }

  /** They could not be set back to their present size. */
  @Test
  void rejectsPoolsAboveMaximumSize() {
    threads.size = 1001;
    assertThatIllegalStateException()
        .isThrownBy(() -> new PoolSetter(threads, connections))
        .withMessage(
            "A pool that is to be tuned can have 1 to 1000 units, and there are 1001 threads: start with"
                + " fewer.");
  }
}
