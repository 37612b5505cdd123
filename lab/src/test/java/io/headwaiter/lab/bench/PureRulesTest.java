package io.headwaiter.lab.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.lab.host.CpuList;
import io.headwaiter.lab.host.CpuWindow;
import io.headwaiter.lab.host.Pinning;
import io.headwaiter.lab.model.Customers;
import io.headwaiter.lab.model.ShopSpec;
import io.headwaiter.lab.outcome.Settings;
import io.headwaiter.lab.server.Keystore;
import io.headwaiter.lab.server.ServerTemplate;
import io.headwaiter.lab.study.OverloadDemo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PureRulesTest {
  @Test
  void serverAndLoadShareNoProcessor() {
    Pinning pinning = Pinning.plan(List.of(2, 3, 8), /* tasksetFound= */ true);
    assertThat(pinning.serverCommand(List.of("java", "x")))
        .containsExactly("taskset", "-c", "2", "java", "x");
    assertThat(pinning.loadCpus()).containsExactly(3, 8);
  }

  @Test
  void withoutASecondProcessorOrTasksetNothingIsPinnedAndItSaysSo() {
    Pinning single = Pinning.plan(List.of(0), true);
    assertThat(single.serverCommand(List.of("java"))).containsExactly("java");
    assertThat(single.note()).contains("not pinned", "only one processor");
    assertThat(Pinning.plan(List.of(0, 1), false).note())
        .contains("not pinned", "taskset is missing");
    assertThat(Pinning.plan(List.of(), true).pinned()).isFalse();
  }

  @Test
  void listsOfProcessorsAreRead() {
    assertThat(CpuList.parse(" \t0-2,7\n")).containsExactly(0, 1, 2, 7);
    assertThat(CpuList.format(List.of(0, 7))).isEqualTo("0,7");
    for (String wrong : List.of("", "a", "3-1", "0-99999", "1,,2", "-1")) {
      assertThatThrownBy(() -> CpuList.parse(wrong)).hasMessageContaining("looks like 0-3,8");
    }
  }

  @Test
  void aServerIsWarmWhenItsWindowsAgree() {
    Flatness flatness = new Flatness(0.05, /* windowsMax= */ 12);
    for (double cost : new double[] {9, 5, 3.1, 2.9, 2.8}) {
      flatness.add(cost);
      assertThat(flatness.flat()).isFalse();
    }
    flatness.add(3.1);
    assertThat(flatness.flat()).isTrue();
    for (double cost : new double[] {2.7, 2.6}) { // it falls again
      flatness.add(cost);
    }
    assertThat(flatness.flat()).isFalse();
    flatness.add(Double.NaN);
    assertThat(flatness.flat()).isFalse();
  }

  @Test
  void aCostThatFallsSlowlyIsSeenWhereThereAreManyWindows() {
    Flatness few = new Flatness(0.05, /* windowsMax= */ 12);
    Flatness many = new Flatness(0.05, /* windowsMax= */ 24);
    double cost = 3;
    for (int i = 0; i < 24; i++) {
      few.add(cost);
      many.add(cost);
      assertThat(many.flat()).isFalse();
      cost *= 0.98;
    }
    assertThat(few.flat()).isTrue();
    for (int i = 0; i < 7; i++) {
      many.add(cost);
    }
    assertThat(many.flat()).isTrue();
  }

  @Test
  void cpuOfTheWindowIsInterpolated() {
    CpuWindow window = new CpuWindow();
    window.add(0, 10);
    window.add(800, 10.8);
    window.add(1200, 11);
    window.add(3000, 12.8);
    // 10.9 at 1 s, 12.8 at 3 s
    assertThat(window.cores(1000, 3000)).isCloseTo(0.95, within(1e-9));
    assertThat(new CpuWindow().cores(0, 1000)).isNaN();
  }

  @Test
  void serversDifferInNothingButTheirName() {
    ServerTemplate template =
        new ServerTemplate(
            List.of("java", "serve"),
            new Keystore(Path.of("k.p12"), "pw"),
            Duration.ofSeconds(1),
            3000);
    assertThat(template.command("stock", List.of()))
        .containsExactly(
            "java",
            "serve",
            "--server",
            "stock",
            "--app",
            "auction",
            "--port",
            "0",
            "--keystore",
            "k.p12",
            "--keystore-password",
            "pw",
            "--keep-alive-millis",
            "1000",
            "--page-work-kib",
            "3000");
    assertThat(template.command("headwaiter", List.of()))
        .contains("--admin-port")
        .containsAll(List.of("--server", "headwaiter"));
    assertThat(template.command("hybrid", List.of("--keep-alive-millis", "0")))
        .doesNotContain("--admin-port", "1000")
        .endsWith("--page-work-kib", "3000", "--keep-alive-millis", "0");
  }

  private static Duration longest(boolean quick) {
    Customers customers = OverloadDemo.customers(quick, 1);
    return OverloadDemo.experiment(quick, customers, OverloadDemo.window(quick)).longest(4);
  }

  @Test
  void thePlansKeepTheirPromisedTimes() {
    assertThat(longest(/* quick= */ true)).isLessThan(Duration.ofMinutes(9));
    // Mostly servers are warm, flat and idle sooner.
    assertThat(longest(/* quick= */ false)).isLessThan(Duration.ofMinutes(21));
    assertThat(ShopSpec.of(Customers.of(1)).keepAlive()).isEqualTo(Duration.ofSeconds(1));
    assertThatThrownBy(() -> Customers.of(1).withThinkScale(0)).hasMessageContaining("above 0");
    assertThatThrownBy(() -> Customers.of(1).withPatience(Duration.ZERO))
        .hasMessageContaining("between 0.1 s");
    assertThatThrownBy(() -> Settings.of(true, Customers.of(1)).withWindow(Duration.ZERO))
        .hasMessageContaining("between 1 s and 600 s");
  }
}
