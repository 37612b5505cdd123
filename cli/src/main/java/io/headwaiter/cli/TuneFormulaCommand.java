package io.headwaiter.cli;

import io.headwaiter.lab.model.Estimate;
import io.headwaiter.lab.model.GivenServer;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.tuning.FormulaCosts;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** {@code headwaiter tune formula}: finds the costs of the published admission formula. */
@Command(
    name = "formula",
    description = {
      "Finds the CPU time of a new and of a resumed connection of a server that runs, by its visits:",
      "what --admission formula must be told. Each round has two runs of --for, one in which no client",
      "resumes and one in which all do. The load must be one that the server carries with ease."
    },
    sortOptions = false,
    mixinStandardHelpOptions = true)
final class TuneFormulaCommand extends LoadFlags implements Callable<Integer> {
  private static final Duration IDLE = Duration.ofSeconds(2);

  @Option(
      names = "--rounds",
      defaultValue = "5",
      description = "How often both runs are made, 2 to 100. Default: 5.")
  private int rounds;

  @Option(names = "--yes", description = "Also drive a server that is not on this machine.")
  private boolean yes;

  @Mixin private ServerCpu cpu;

  @Override
  public Integer call() throws Exception {
    check();
    LoadOptions resuming = options().toBuilder().resumeShare(1).build();
    LoadOptions separate = resuming.toBuilder().resumeShare(0).build();
    FormulaCosts[] costs = new FormulaCosts[rounds];
    try (LoadGenerator generator = new LoadGenerator(resuming)) {
      Runtime.getRuntime().addShutdownHook(new Thread(generator::close, "headwaiter-load-end"));
      warmUp(generator, separate);
      warmUp(generator, resuming);
      double idle = idleShare();
      for (int round = 0; round < rounds; round++) {
        FormulaCosts.Run first = run(generator, separate, idle);
        costs[round] = costs(first, run(generator, resuming, idle));
        out()
            .printf(
                Locale.ROOT,
                "round %d of %d: new %.3f ms, resumed %.3f ms%n",
                round + 1,
                rounds,
                costs[round].newMillis(),
                costs[round].resumedMillis());
        out().flush();
      }
    }
    print(costs);
    return 0;
  }

  private void check() {
    if (rounds < 2 || rounds > 100) {
      throw wrong("--rounds must be from 2 to 100, got " + rounds + ".");
    }
    if (!LoadOptions.secure(target())) {
      throw wrong("--target must be https: without TLS no connection is new or resumed.");
    }
    if (!yes && !GivenServer.isHere(target())) {
      throw wrong(
          target().getHost()
              + " is not on this machine. Give --yes if you may put load on it, and leave it out if not.");
    }
    try {
      cpu.check();
    } catch (IllegalArgumentException e) {
      throw wrong(e.getMessage());
    }
  }

  /** Compiles what the load needs, in the server and here; its figures do not count. */
  private static void warmUp(LoadGenerator generator, LoadOptions load)
      throws InterruptedException {
    Duration time = Duration.ofMillis(load.run().warmupMillis());
    if (!time.isZero()) {
      generator.run(load.toBuilder().duration(time).warmup(Duration.ZERO).build(), p -> {});
    }
  }

  /** Returns the processors that the server uses without load. */
  private double idleShare() throws IOException, InterruptedException {
    double before = cpu.seconds();
    TimeUnit.NANOSECONDS.sleep(IDLE.toNanos());
    return (cpu.seconds() - before) / IDLE.toSeconds();
  }

  /** Measures the whole run, its lead too: connections and CPU time must be of the same time. */
  private FormulaCosts.Run run(LoadGenerator generator, LoadOptions load, double idle)
      throws IOException, InterruptedException {
    LoadOptions whole = load.toBuilder().warmup(Duration.ZERO).build();
    double before = cpu.seconds();
    long begin = System.nanoTime();
    LoadResult result = generator.run(whole, progress -> {});
    double seconds = (System.nanoTime() - begin) / 1e9;
    double used = cpu.seconds() - before - idle * seconds;
    long lost = result.timeouts().total() + result.sessions().refused();
    if (lost > 0) {
      throw new IOException(
          "The server is overloaded or refuses: "
              + lost
              + " sessions were lost, so this would not be the cost of a served connection."
              + " Give a lower --rate.");
    }
    if (result.sessions().broken() > 0) {
      throw new IOException(
          result.sessions().broken()
              + " sessions broke, so this would not be the cost of a served connection. What"
              + " happened: "
              + result.errorsByKind()
              + ". Are --workload and --page those of this server?");
    }
    return new FormulaCosts.Run(used, result.handshakes().full(), result.handshakes().resumed());
  }

  private static FormulaCosts costs(FormulaCosts.Run separate, FormulaCosts.Run resuming)
      throws IOException {
    try {
      return FormulaCosts.of(separate, resuming);
    } catch (IllegalArgumentException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private void print(FormulaCosts[] costs) {
    Estimate full = estimate(costs, FormulaCosts::newMillis);
    Estimate resumed = estimate(costs, FormulaCosts::resumedMillis);
    out().println();
    row("new connection", full);
    row("resumed connection", resumed);
    out()
        .printf(
            Locale.ROOT,
            "%nUse: --admission formula --formula-new-millis %.3f --formula-resumed-millis %.3f%n",
            full.value(),
            resumed.value());
    out().flush();
  }

  private static Estimate estimate(FormulaCosts[] costs, ToDoubleFunction<FormulaCosts> figure) {
    return Estimate.ofBatches(Stream.of(costs).mapToDouble(figure).toArray());
  }

  private void row(String name, Estimate millis) {
    out()
        .printf(
            Locale.ROOT,
            "%-20s%.3f ms of CPU time, 95 %% interval %.3f to %.3f%n",
            name,
            millis.value(),
            millis.low(),
            millis.high());
  }

  private PrintWriter out() {
    return spec().commandLine().getOut();
  }

  private ParameterException wrong(String sentence) {
    return new ParameterException(spec().commandLine(), sentence);
  }
}
