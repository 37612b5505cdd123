package io.headwaiter.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PageTimeTest {
  private static final SiteLayout LAYOUT = new SiteLayout("", "S", "/s.css", "/l.png", Map.of());

  private long now = -700;
  private int steps;

  private void step(long nanos) {
    now += nanos;
    steps++;
  }

  @Test
  void machineOfHalfSpeedDoesHalfWork() {
    new PageTime(65).begin(() -> now, () -> step(650)).run();
    assertThat(steps).isEqualTo(100);
    steps = 0;
    new PageTime(65).begin(() -> now, () -> step(1300)).run();
    assertThat(steps).isEqualTo(50);
  }

  @Test
  void theLastStepIsFinished() {
    new PageTime(1).begin(() -> now, () -> step(650)).run();
    assertThat(now).isEqualTo(-700 + 1300);
    new PageTime(1).begin(() -> now, () -> step(1000)).run();
    assertThat(now).isEqualTo(-700 + 2300);
  }

  @Test
  void countsTimeUsedSinceBegin() {
    Runnable rest = new PageTime(80).begin(() -> now, () -> step(1000));
    now += 35_000;
    rest.run();
    assertThat(steps).isEqualTo(45);
    rest = new PageTime(80).begin(() -> now, () -> step(1000));
    now += 80_000;
    rest.run();
    assertThat(steps).isEqualTo(45);
  }

  @Test
  void spendsTheGivenCpuTime() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long before = threads.getCurrentThreadCpuTime();
    new PageTime(3000).spend();
    assertThat(threads.getCurrentThreadCpuTime() - before).isGreaterThanOrEqualTo(3_000_000);
  }

  @Test
  void leavesThePageUnchanged() throws Exception {
    Page page = in -> LAYOUT.page("t").text(in.integer("p", 0, 9));
    Parameters five = new Parameters(name -> "5");
    assertThat(new PageTime(2).before(page).answer(five).toBytes())
        .isEqualTo(page.answer(five).toBytes());
    assertThat(PageTime.NONE.before(page)).isSameAs(page);
    assertThatThrownBy(() -> new PageTime(2).before(page).answer(new Parameters(name -> "x")))
        .isInstanceOf(PageError.class);
  }

  @Test
  void impossibleTimesAreRefused() {
    assertThatThrownBy(() -> new PageTime(-1))
        .hasMessage("micros is -1; give a whole number from 0 to 10000000.");
    assertThatThrownBy(() -> new PageTime(10_000_001)).hasMessageContaining("10000001");
  }
}
