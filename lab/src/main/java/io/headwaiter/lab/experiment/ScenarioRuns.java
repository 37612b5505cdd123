package io.headwaiter.lab.experiment;

import static io.headwaiter.lab.experiment.DemoPlan.STOCK;

import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.load.ReplayOptions;
import io.headwaiter.lab.results.LoadResult;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

/** Runs single scenarios. Belongs to one thread. */
final class ScenarioRuns {
  private static final double REPLAYS = 20;
  private static final int REPLAY_CONCURRENCY = 128;
  private static final int PAUSE_MILLIS = 50;

  private final ExperimentSetting setting;
  private final DemoPlan demo;
  private final Trials trials;
  private final LoadDriver driver;
  private final double fits;
  private final List<String> notes = new ArrayList<>();

  ScenarioRuns(
      ExperimentSetting setting, DemoPlan demo, Trials trials, LoadDriver driver, double fits) {
    this.setting = setting;
    this.demo = demo;
    this.trials = trials;
    this.driver = driver;
    this.fits = fits;
  }

  /** Further arguments of serve. */
  static String[] arguments(String server) {
    return server.equals(STOCK)
        ? ShopControl.ASKED
        : new String[] {"--tls", "jsse", ShopControl.ASKED[0], ShopControl.ASKED[1]};
  }

  List<String> notes() {
    return List.copyOf(notes);
  }

  Trial run(Scenario day, String name, ServerProcess server, int round)
      throws IOException, InterruptedException {
    Contender contender = Contender.of(name, setting.pinning(), server);
    LoadOptions load = load(day, contender, round);
    return switch (day.event()) {
      case FORGED_CLAIMS -> underReplays(day, contender, server, load);
      case SLOW_DATABASE -> slowly(day, contender, server, load);
      default -> trials.run(contender, day.name(), load);
    };
  }

  /** The same on a server that was started for it. */
  Trial afterWarmUp(Scenario day, String name, ServerProcess server, int round)
      throws IOException, InterruptedException {
    Contender contender = Contender.of(name, setting.pinning(), server);
    trials.warmUp(contender);
    return trials.run(contender, day.name(), load(day, contender, round));
  }

  private LoadOptions load(Scenario day, Contender contender, int round) {
    long seed = demo.customers().seed() + 10_600 + round;
    return day.load(trials.load(contender.target(), day.factor() * fits, seed));
  }

  private Trial slowly(Scenario day, Contender contender, ServerProcess server, LoadOptions load)
      throws IOException, InterruptedException {
    ShopControl shop = ShopControl.of(server);
    shop.set(ShopControl.PAGE_PAUSE_MILLIS, PAUSE_MILLIS);
    try {
      return trials.run(contender, day.name(), load);
    } finally {
      shop.set(ShopControl.PAGE_PAUSE_MILLIS, 0);
    }
  }

  private Trial underReplays(
      Scenario day, Contender contender, ServerProcess server, LoadOptions load)
      throws IOException, InterruptedException {
    ReplayOptions hellos =
        ReplayOptions.to(server.target())
            .concurrency(REPLAY_CONCURRENCY)
            .ratePerSecond(REPLAYS * fits)
            .duration(Duration.ofMillis(load.run().warmupMillis() + load.run().durationMillis()))
            .sourceAddresses(SourceAddresses.countForFlood())
            .seed(demo.customers().seed())
            .build();
    setting.progress().step(contender.name() + ", " + day.name());
    LyingRun run =
        new UnderAttack(server, driver, setting.progress(), notes)
            .run(Attack.replaying(day.name()), load, hellos);
    trials.settle(contender);
    double seconds = load.run().durationMillis() / 1000.0;
    return new Trial(contender.name(), day.name(), run.honest(), run.serverCores() * seconds);
  }

  /** A quarter into the window the process ends, and another begins on its port. */
  Trial restart(Scenario day, String name, ServerProcess server, int round)
      throws IOException, InterruptedException {
    Contender contender = Contender.of(name, setting.pinning(), server);
    trials.warmUp(contender);
    LoadOptions load = load(day, contender, round);
    long at = load.run().warmupMillis() + load.run().durationMillis() / 4;
    FutureTask<ServerProcess> again =
        new FutureTask<>(
            () -> {
              Thread.sleep(at);
              server.close();
              return setting.startAgain(
                  server.target().getPort(),
                  name,
                  "scenarios-" + name + "-restarted",
                  demo,
                  arguments(name));
            });
    Thread restarting = new Thread(again, "restart");
    restarting.start();
    try {
      LoadResult result = driver.run(load, setting.progress()::load);
      return new Trial(name, day.name(), result, Double.NaN);
    } finally {
      end(again);
    }
  }

  private static void end(FutureTask<ServerProcess> again)
      throws IOException, InterruptedException {
    try {
      again.get().close();
    } catch (ExecutionException e) {
      throw new IOException("the server did not start again: " + e.getCause().getMessage(), e);
    }
  }
}
