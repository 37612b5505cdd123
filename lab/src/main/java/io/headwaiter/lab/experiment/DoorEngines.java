package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.HEADWAITER;
import static io.headwaiter.lab.experiment.DemoPlan.STOCK;

import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.report.Check;
import io.headwaiter.lab.report.Numbers;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Peak sessions per second of a light page, a full TLS 1.3 handshake with RSA-2048 each: stock
 * Tomcat on JSSE, and Headwaiter with its gate open on BoringSSL and on JSSE. Belongs to one
 * thread.
 */
final class DoorEngines implements ExperimentPart {
  static final String NAME = "engines";

  private static final String BORINGSSL = HEADWAITER + " boringssl";
  private static final String JSSE = HEADWAITER + " jsse";
  private static final double AT_LEAST = 2;

  private final ExperimentSetting setting;
  private final ContestPlan plan;

  DoorEngines(ExperimentSetting setting, ContestPlan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public Duration longest() {
    return plan.longest(/* contenders= */ 3);
  }

  @Override
  public ExperimentOutcome run() throws IOException, InterruptedException {
    DemoPlan light = RefusalPlan.light(setting.customers());
    String[] open = RefusalPlan.smallShop("--admission", "off");
    try (ServerProcess stock =
            setting.start(STOCK, "engines-stock", light, RefusalPlan.smallShop());
        ServerProcess boring = start("boringssl", light, open);
        ServerProcess jsse = start("jsse", light, open);
        LoadGenerator generator =
            new LoadGenerator(
                plan.load(URI.create("https://127.0.0.1:1"), Duration.ZERO, plan.window(), 0))) {
      Contest contest = new Contest(plan, generator::run, setting.progress());
      ContestFigures figures =
          contest.run(
              List.of(
                  Contender.of(STOCK, setting.pinning(), stock),
                  Contender.of(BORINGSSL, setting.pinning(), boring),
                  Contender.of(JSSE, setting.pinning(), jsse)));
      return outcome(figures, contest.notes());
    }
  }

  private ServerProcess start(String engine, DemoPlan light, String... open)
      throws IOException, InterruptedException {
    List<String> arguments = new ArrayList<>(List.of(open));
    arguments.addAll(List.of("--tls", engine));
    return setting.start(HEADWAITER, "engines-" + engine, light, arguments.toArray(String[]::new));
  }

  static ExperimentOutcome outcome(ContestFigures figures, List<String> contestNotes) {
    List<String> notes = new ArrayList<>(contestNotes);
    notes.addAll(figures.notes());
    notes.add(
        "Sessions per CPU second: boringssl "
            + Numbers.withInterval(
                figures.ratio(BORINGSSL, STOCK, ContestRun::completedPerCpuSecond))
            + " of stock's, jsse "
            + Numbers.withInterval(figures.ratio(JSSE, STOCK, ContestRun::completedPerCpuSecond))
            + " of stock's.");
    Map<String, Object> raw = new LinkedHashMap<>();
    raw.put("boringsslOfStock", figures.ratio(BORINGSSL, STOCK, ContestRun::completedPerSecond));
    raw.put("jsseOfStock", figures.ratio(JSSE, STOCK, ContestRun::completedPerSecond));
    raw.put("runs", figures.raw());
    Check twice =
        Check.atLeast(
            "peak-boringssl-of-stock",
            "With BoringSSL the peak is at least twice the sessions per second of stock Tomcat on JSSE"
                + " (light page, RSA-2048, TLS 1.3, a new session each time)",
            figures.ratio(BORINGSSL, STOCK, ContestRun::completedPerSecond),
            "of stock's",
            AT_LEAST);
    return new ExperimentOutcome(figures.table(), List.of(twice), notes, raw);
  }
}
