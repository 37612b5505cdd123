package io.headwaiter.front.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.capacity.CpuSupply;
import io.headwaiter.core.capacity.Resource;
import io.headwaiter.core.capacity.ResourceUse;
import io.headwaiter.front.pools.WorkerPool;
import io.headwaiter.telemetry.MetricsText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

public class WorkerSizerTest {
  private static final long LOOK_NANOS = 50_000_000L;

  private final Workers pool = new Workers();
  private final List<ResourceUse> uses = new ArrayList<>();
  private long now = 1;
  private long used;
  private long gaveWay;
  private int gaveWayEach;
  private final WorkerSizer sizer =
      new WorkerSizer(
          pool,
          () -> CpuSupply.of(1),
          () -> uses,
          () -> used,
          now -> 0,
          () -> 0,
          () -> gaveWay += gaveWayEach);

  /** A pool of 10 to 40 threads; all are taken and turns wait, unless a test changes that. */
  private static final class Workers implements WorkerPool {
    int threads = 10;
    int waiting = 7;
    // Null if all threads are busy.
    Integer busy;
    int heldBack;
    String why;
    boolean fails;

    @Override
    public Resource resource() {
      return Resource.WORKER_THREADS;
    }

    @Override
    public int capacity() {
      return threads;
    }

    @Override
    public int busy() {
      return busy == null ? threads : busy;
    }

    @Override
    public int heldBack() {
      return heldBack;
    }

    @Override
    public int waiting() {
      return waiting;
    }

    @Override
    public int floor() {
      return 10;
    }

    @Override
    public int maximum() {
      return 40;
    }

    @Override
    public Optional<String> whyNotSized() {
      return Optional.ofNullable(why);
    }

    @Override
    public void leave(String sentence) {
      why = sentence;
    }

    @Override
    public void size(int wanted) {
      if (fails) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      threads = wanted;
    }
  }

  private void looks(int count, double busyPart) {
    for (int i = 0; i < count; i++) {
      now += LOOK_NANOS;
      used += (long) (busyPart * LOOK_NANOS);
      sizer.tick(now);
    }
  }

  @Test
  public void growsThreadsWhileProcessorsAreIdle() {
    looks(40, 0.2);
    assertThat(pool.threads).isEqualTo(40);
    assertThat(sizer.page())
        .containsEntry("now", 40)
        .containsEntry("sized", true)
        .containsEntry("floor", 10)
        .containsEntry("maximum", 40)
        .containsEntry("state", "held_at_maximum")
        .containsEntry("changes", 2L)
        .containsKeys("wanted", "heldPerProcessorTime");
    assertThat((String) sizer.page().get("why"))
        .contains("20 % busy: something that is no processor holds the threads");
    uses.add(new ResourceUse(Resource.DATABASE_CONNECTIONS, 5, 5, 12));
    assertThat((String) sizer.page().get("why"))
        .contains("all 5 are in use and 12 turns wait for one.");
    MetricsText metrics = new MetricsText();
    sizer.count(metrics);
    assertThat(metrics.toString())
        .contains("headwaiter_worker_threads 40\n", "headwaiter_worker_threads_changes_total 2\n");
  }

  @Test
  public void keepsThreadsWhileProcessorsAreBusy() {
    looks(200, 1);
    assertThat(pool.threads).isEqualTo(10);
    assertThat(sizer.page()).containsEntry("state", "floor").containsEntry("changes", 0L);
  }

  @Test
  public void addsNoThreadsForTurnsThatWouldGiveWayToDoor() {
    gaveWayEach = pool.waiting;
    looks(40, 0.2);
    assertThat(pool.threads).isEqualTo(10);
    // The other turns need threads.
    gaveWayEach = 1;
    looks(40, 0.2);
    assertThat(pool.threads).isEqualTo(40);
  }

  /** The visit must leave some threads idle, and could hold more if there were more. */
  @Test
  public void growsThreadsWhileTurnsAreHeldBack() {
    pool.busy = 5;
    pool.waiting = 0;
    looks(40, 0.2);
    assertThat(pool.threads).isEqualTo(10);

    pool.heldBack = 1;
    looks(10, 0.2);

    assertThat(pool.threads).isEqualTo(20);
    assertThat(sizer.page()).containsEntry("heldBack", 1);
    MetricsText metrics = new MetricsText();
    sizer.count(metrics);
    assertThat(metrics.toString()).contains("headwaiter_turns_held_back 1\n");
  }

  @Test
  public void leavesThreadsThatOthersSize() {
    assertThat(pool.limit()).isEqualTo(40);
    sizer.leaveTo("They follow the profile of the pools.");
    looks(40, 0.2);
    assertThat(pool.threads).isEqualTo(10);
    assertThat(pool.limit()).isEqualTo(10);
    assertThat(sizer.page())
        .containsEntry("sized", false)
        .containsEntry("why", "They follow the profile of the pools.")
        .doesNotContainKey("wanted");
  }

  /** CPU time that was used while the threads were not sized is no part of the next look. */
  @Test
  public void ignoresCpuTimeOfPause() {
    pool.why = "The connector does not run.";
    looks(5, 0.2);
    pool.why = null;
    used += 1_000_000_000_000L;
    looks(40, 0.2);
    assertThat(pool.threads).isEqualTo(40);
  }

  @Test
  public void triesAgainAfterThreadCreationFails() {
    pool.fails = true;
    looks(40, 0.2);
    assertThat(sizer.page()).containsEntry("now", 10).containsEntry("changes", 0L);
    pool.fails = false;
    looks(40, 0.2);
    assertThat(pool.threads).isEqualTo(40);
  }
}
