package io.headwaiter.lab.experiment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.model.Check;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class LyingFiguresTest {
  private static final LoadOptions OPTIONS =
      LyingPlan.of(true, DemoCustomers.of(1))
          .demo()
          .load(URI.create("https://127.0.0.1:1"), 30, Duration.ZERO, Duration.ofSeconds(10), 1);

  private static LyingRun run(String attack, double completedPerSecond, long brokenResuming) {
    return new LyingRun(
        attack, Results.of(OPTIONS, completedPerSecond, 50, brokenResuming), null, 0.9);
  }

  private static LyingFigures figures(double underLie, long brokenUnderLie) {
    List<LyingRun> round =
        List.of(
            run("calm", 30, 0), run("no claim", 20, 0), run("forged", underLie, brokenUnderLie));
    return new LyingFigures(List.of("calm", "no claim", "forged"), List.of(round, round));
  }

  private static Check check(LyingFigures figures, String id) {
    return figures.checks().stream().filter(c -> c.id().equals(id)).findFirst().orElseThrow();
  }

  @Test
  void aLieIsComparedWithAsManyHellosThatClaimNothing() {
    Check gainsNothing = check(figures(19.5, 0), "completed-under-forged");
    assertThat(gainsNothing.figure().value()).isCloseTo(0.975, within(1e-9));
    assertThat(gainsNothing.holds()).isTrue();
    assertThat(check(figures(10, 0), "completed-under-forged").holds()).isFalse();
  }

  @Test
  void visitsUnderWayAreComparedWithTheCalm() {
    assertThat(check(figures(20, 0), "kept-under-forged").figure().value()).isEqualTo(1);
    Check broken = check(figures(20, 100), "kept-under-forged");
    assertThat(broken.figure().value()).isLessThan(0.95);
    assertThat(broken.holds()).isFalse();
    assertThat(check(figures(20, 100), "kept-under-no-claim").holds()).isTrue();
  }

  @Test
  void theTableNamesEveryAttack() {
    assertThat(figures(20, 0).table()).contains("calm", "no claim", "forged");
    assertThat(figures(20, 0).raw()).hasSize(6);
  }
}
