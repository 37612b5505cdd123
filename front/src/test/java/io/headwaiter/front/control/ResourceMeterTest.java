package io.headwaiter.front.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.capacity.Resource;
import io.headwaiter.core.capacity.ResourceUse;
import io.headwaiter.front.pools.ResourceGauge;
import org.junit.jupiter.api.Test;

public class ResourceMeterTest {
  private final ResourceMeter meter = new ResourceMeter();
  private final Pool pool = new Pool();

  @Test
  public void averagesBusyOverInterval() {
    meter.add(pool);
    for (int busy : new int[] {0, 4, 8}) {
      pool.busy = busy;
      pool.waiting = busy / 2;
      meter.sample();
    }
    ResourceUse use = new ResourceUse(Resource.DATABASE_CONNECTIONS, 10, 4, 4);
    assertThat(meter.take()).containsExactly(use);
    assertThat(meter.take()).as("nothing since").isEmpty();
  }

  @Test
  public void omitsPoolOfUnknownSize() {
    meter.add(pool);
    pool.capacity = 0;
    meter.sample();
    assertThat(meter.take()).isEmpty();
  }

  @Test
  public void omitsOnlyFailingPool() {
    Pool closed = new Pool();
    closed.failing = true;
    meter.add(closed);
    meter.add(pool);
    meter.sample();
    assertThat(meter.take()).hasSize(1);
    closed.failing = false;
    meter.sample();
    assertThat(meter.take()).hasSize(2);
  }

  @Test
  public void countsNegativeNumbersAsZero() {
    meter.add(pool);
    pool.busy = -3;
    pool.waiting = -1;
    meter.sample();
    assertThat(meter.take())
        .containsExactly(new ResourceUse(Resource.DATABASE_CONNECTIONS, 10, 0, 0));
  }

  private static final class Pool implements ResourceGauge {
    private int capacity = 10;
    private int busy;
    private int waiting;
    private boolean failing;

    @Override
    public Resource resource() {
      return Resource.DATABASE_CONNECTIONS;
    }

    @Override
    public int capacity() {
      if (failing) {
        throw new IllegalStateException("the pool is closed");
      }
      return capacity;
    }

    @Override
    public int busy() {
      return busy;
    }

    @Override
    public int waiting() {
      return waiting;
    }
  }
}
