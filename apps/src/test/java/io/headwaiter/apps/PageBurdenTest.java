package io.headwaiter.apps;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class PageBurdenTest {
  private static final Page BROKEN =
      in -> {
        throw new SQLException("the page was reached");
      };

  @Test
  void reachesPageAfterWorkAndPause() {
    PageBurden burden = new PageBurden(new PageWork(1));
    Page page = burden.before(BROKEN);
    assertThatThrownBy(() -> page.answer(null)).hasMessage("the page was reached");
    burden.work(PageWork.NONE);
    burden.pause(Duration.ofMillis(1));
    assertThatThrownBy(() -> page.answer(null)).hasMessage("the page was reached");
  }

  @Test
  void interruptedPauseDoesNotReachPage() {
    PageBurden burden = new PageBurden(PageWork.NONE);
    burden.pause(Duration.ofSeconds(10));
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> burden.before(BROKEN).answer(null))
        .isInstanceOf(SQLException.class)
        .hasMessageContaining("given up");
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void carriesBurdenWithoutPage() throws SQLException {
    PageBurden burden = new PageBurden(new PageWork(1));
    burden.carry();
    burden.pause(Duration.ofSeconds(10));
    Thread.currentThread().interrupt();
    assertThatThrownBy(burden::carry).isInstanceOf(SQLException.class);
    assertThat(Thread.interrupted()).isTrue();
  }

  @Test
  void rejectsPauseOutsideBounds() {
    PageBurden burden = new PageBurden(PageWork.NONE);
    assertThatThrownBy(() -> burden.pause(Duration.ofSeconds(11))).hasMessageContaining("10000 ms");
    assertThatThrownBy(() -> burden.pause(Duration.ofMillis(-1))).hasMessageContaining("-1 ms");
  }
}
