package io.headwaiter.sim.law;

import static io.headwaiter.sim.law.FakeServer.page;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CodelLifoTest {
  private static final long MS = 1_000_000L;

  private final FakeServer server = new FakeServer();
  private final CodelLifo law = new CodelLifo(server);

  @Test
  void allows100MillisecondsWhileQueueEmpties() {
    law.enqueue(page(1, 0), 0);
    assertThat(law.newestFirst(50 * MS)).isFalse();
    assertThat(law.begin(page(1, 0), 100 * MS, 100 * MS)).isTrue();
    law.enqueue(page(2, 100 * MS), 100 * MS);
    assertThat(law.begin(page(2, 100 * MS), 101 * MS, 201 * MS)).isFalse();
  }

  @Test
  void allows5MillisecondsNewestFirstInStandingQueue() {
    law.enqueue(page(1, 0), 0);
    server.waiting = 1;
    law.enqueue(page(2, 101 * MS), 101 * MS);
    law.enqueue(page(3, 101 * MS), 101 * MS);
    assertThat(law.newestFirst(101 * MS)).isTrue();
    assertThat(law.begin(page(2, 101 * MS), 5 * MS, 106 * MS)).isTrue();
    assertThat(law.begin(page(3, 101 * MS), 6 * MS, 107 * MS)).isFalse();
    assertThat(law.begin(page(1, 0), 99 * MS, 107 * MS))
        .as("came when the queue did not stand")
        .isTrue();
  }

  @Test
  void emptiedQueueIsNoLongerStanding() {
    law.enqueue(page(1, 0), 0);
    server.waiting = 1;
    assertThat(law.newestFirst(200 * MS)).isTrue();
    server.waiting = 0;
    law.begin(page(1, 0), 1, 200 * MS);
    assertThat(law.newestFirst(200 * MS)).isFalse();
    law.enqueue(page(2, 250 * MS), 250 * MS);
    assertThat(law.begin(page(2, 250 * MS), 90 * MS, 340 * MS)).isTrue();
  }
}
