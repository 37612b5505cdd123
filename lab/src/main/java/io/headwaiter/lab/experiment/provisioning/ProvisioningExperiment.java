package io.headwaiter.lab.experiment.provisioning;

import static io.headwaiter.lab.model.ServerSpec.HEADWAITER;

import io.headwaiter.lab.bench.ExperimentSetting;
import io.headwaiter.lab.bench.LoadDriver;
import io.headwaiter.lab.bench.Tasks;
import io.headwaiter.lab.bench.Trials;
import io.headwaiter.lab.host.CpuGroup;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.outcome.ExperimentOutcome;
import io.headwaiter.lab.server.Contender;
import io.headwaiter.lab.server.Idleness;
import io.headwaiter.lab.server.ServerProcess;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.FutureTask;

/**
 * Two shops in control groups on one processor, whose quotas sum to it, under a demand that swings
 * from one to the other: quotas moved by what the shops publish, halves, and quotas set by somebody
 * who knows the demand beforehand. Belongs to one thread.
 */
public final class ProvisioningExperiment {
  /** How the processor is divided. */
  enum Way {
    /** By what the shops say they need. */
    PROVISIONED,
    /** Half each, all the time. */
    HALVES,
    /** Right at each instant, known beforehand. */
    HINDSIGHT
  }

  private static final String[] SHOPS = {"shop-a", "shop-b"};

  private final ExperimentSetting setting;
  private final ProvisioningPlan plan;

  public ProvisioningExperiment(ExperimentSetting setting, ProvisioningPlan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  public ExperimentOutcome run() throws IOException, InterruptedException {
    Optional<String> why = CpuGroup.whyNot(CpuGroup.ROOT);
    if (why.isPresent()) {
      return new ExperimentOutcome(
          "not measured\n", List.of(), List.of("Not measured: " + why.get() + "."), Map.of());
    }
    try (ServerProcess first = start(0);
        ServerProcess second = start(1);
        CpuGroup firstGroup = CpuGroup.create(CpuGroup.ROOT, SHOPS[0]);
        CpuGroup secondGroup = CpuGroup.create(CpuGroup.ROOT, SHOPS[1]);
        LoadGenerator firstLoad = new LoadGenerator(Trials.any(plan.demo()));
        LoadGenerator secondLoad = new LoadGenerator(Trials.any(plan.demo()))) {
      firstGroup.add(first.pid());
      secondGroup.add(second.pid());
      List<Shop> shops =
          List.of(
              new Shop(
                  Contender.of(SHOPS[0], setting.pinning(), first),
                  first,
                  firstGroup,
                  firstLoad::run),
              new Shop(
                  Contender.of(SHOPS[1], setting.pinning(), second),
                  second,
                  secondGroup,
                  secondLoad::run));
      return measure(shops);
    }
  }

  private ServerProcess start(int shop) throws IOException, InterruptedException {
    return setting.start(HEADWAITER, SHOPS[shop], plan.demo(), "--tls", "jsse");
  }

  /**
   * A shop.
   *
   * @param contender its process
   * @param server the same
   * @param group bounds its processor
   * @param driver brings its customers
   */
  record Shop(Contender contender, ServerProcess server, CpuGroup group, LoadDriver driver) {}

  private ExperimentOutcome measure(List<Shop> shops) throws IOException, InterruptedException {
    List<String> notes = new ArrayList<>();
    double[] fits = new double[shops.size()];
    for (int i = 0; i < fits.length; i++) {
      Shop shop = shops.get(i);
      Trials trials = new Trials(plan.demo(), shop.driver(), setting.progress());
      fits[i] = trials.fits(shop.contender(), trials.warmUp(shop.contender()));
      notes.addAll(trials.notes());
    }
    List<Map<Way, ProvisioningRun>> rounds = new ArrayList<>();
    for (int round = 0; round < plan.rounds(); round++) {
      Map<Way, ProvisioningRun> runs = new EnumMap<>(Way.class);
      for (Way way : Experiment.inTurn(List.of(Way.values()), round)) {
        runs.put(way, one(way, shops, fits, round));
      }
      rounds.add(runs);
    }
    return ProvisioningFigures.outcome(plan, rounds, fits, notes);
  }

  private ProvisioningRun one(Way way, List<Shop> shops, double[] fits, int round)
      throws IOException, InterruptedException {
    setting.progress().step("round " + (round + 1) + " of " + plan.rounds() + ", " + way);
    QuotaLoop quotas = new QuotaLoop(way, plan, shops);
    List<FutureTask<LoadResult>> tasks = new ArrayList<>();
    List<LoadResult> results = new ArrayList<>();
    try (quotas) {
      for (int i = 0; i < shops.size(); i++) {
        Shop shop = shops.get(i);
        LoadOptions load = load(shop, fits[i], i, round);
        tasks.add(new FutureTask<>(() -> shop.driver().run(load, progress -> {})));
        new Thread(tasks.get(i), "load-" + SHOPS[i]).start();
      }
      for (FutureTask<LoadResult> task : tasks) {
        results.add(Tasks.result(task, "a load ended early"));
      }
    }
    for (Shop shop : shops) {
      shop.group().unlimited();
      if (way == Way.PROVISIONED) {
        String name = shop.contender().name() + "-" + round;
        setting.keepHistory(shop.server(), name, plan.leadIn().plus(plan.phase().multipliedBy(2)));
      }
    }
    for (Shop shop : shops) {
      Idleness.await(shop.contender()::cpuSeconds, plan.demo().timing().settle());
    }
    return new ProvisioningRun(results, quotas.trace());
  }

  private LoadOptions load(Shop shop, double fits, int index, int round) {
    return plan
        .demo()
        .load(
            shop.contender().target(),
            fits,
            plan.leadIn(),
            plan.phase().multipliedBy(2),
            plan.demo().customers().seed() + 11_000 + 100L * index + round)
        .toBuilder()
        .profile(plan.demand(index == 0))
        .build();
  }
}
