package io.headwaiter.lab.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.headwaiter.lab.abuse.Tally;
import io.headwaiter.lab.host.CpuSampler;
import io.headwaiter.lab.host.TaskClock;
import io.headwaiter.lab.model.Cell;
import io.headwaiter.lab.model.Experiment;
import io.headwaiter.lab.model.Observation;
import io.headwaiter.lab.model.Provenance;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.server.ServerProcess;
import io.headwaiter.lab.server.StatusReader;
import io.headwaiter.lab.study.Abuse;
import io.headwaiter.lab.study.Attack;
import io.headwaiter.lab.study.AttackPlan;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Attacks a fresh server for each cell. Belongs to one thread. */
public final class AbuseBench implements OpenBench {
  private static final String FAILURE = "a run ended early";
  private static final Duration HISTORY_MARGIN = Duration.ofSeconds(10);
  private static final URI NOBODY = URI.create("https://127.0.0.1:1");

  private final Experiment experiment;
  private final AttackPlan plan;
  private final ExperimentSetting setting;
  private final Supplier<Provenance> provenance;

  public AbuseBench(
      Experiment experiment,
      AttackPlan plan,
      ExperimentSetting setting,
      Supplier<Provenance> provenance) {
    this.experiment = experiment;
    this.plan = plan;
    this.setting = setting;
    this.provenance = provenance;
  }

  @Override
  public Observation measure(Cell cell, int attempt) throws IOException, InterruptedException {
    Attack attack = Attack.named(cell.load());
    String label = "abuse-" + cell.load() + "-" + cell.server() + "-" + cell.round();
    LoadOptions any = plan.during(NOBODY, seed(cell));
    List<String> doubts = new ArrayList<>();
    try (ServerProcess server = setting.launch(label, command(cell, attack));
        LoadGenerator before = new LoadGenerator(any);
        LoadGenerator during = new LoadGenerator(any)) {
      Visits visits = new Visits(server, before, during, seed(cell));
      SortedMap<String, Double> values;
      if (attack.calm()) {
        warmUp(server, before);
        values = attacked(visits, () -> Tally.NONE, doubts);
      } else {
        try (AttackProcess attacker = attacker(attack, server, seed(cell), label)) {
          warmUp(server, before);
          attacker.prepare();
          values = attacked(visits, attacker::attack, doubts);
        }
      }
      return new Observation(cell, attempt, values, doubts, provenance.get());
    }
  }

  private AttackProcess attacker(Attack attack, ServerProcess server, long seed, String label)
      throws IOException {
    List<String> command = new ArrayList<>(setting.serve());
    command.set(command.size() - 1, "attack");
    command.addAll(List.of(attack.name(), "--target", server.target().toString()));
    command.addAll(List.of("--for-millis", Long.toString(plan.attackTime().toMillis())));
    command.addAll(List.of("--prepare-millis", Long.toString(plan.preparing().toMillis())));
    command.addAll(List.of("--seed", Long.toString(seed)));
    return AttackProcess.start(command, setting.folder().resolve(label + "-attack.log"));
  }

  /** The same honest visits under every attack of a round. */
  private long seed(Cell cell) {
    return experiment.seed() + 2L * cell.round();
  }

  private List<String> command(Cell cell, Attack attack) {
    ServerSpec spec = experiment.server(cell.server());
    List<String> command = new ArrayList<>();
    if (attack.descriptors() > 0) {
      command.addAll(List.of("prlimit", "--nofile=" + attack.descriptors()));
    }
    command.addAll(setting.serve());
    if (spec.kind().equals(Abuse.JETTY)) {
      command.set(command.size() - 1, "serve-jetty");
    } else {
      command.addAll(List.of("--server", spec.kind()));
    }
    command.addAll(List.of("--port", "0", "--admin-port", "0"));
    command.addAll(List.of("--keystore", setting.keystore().file().toString()));
    command.addAll(List.of("--keystore-password", setting.keystore().password()));
    command.addAll(List.of("--page-work-kib", Integer.toString(experiment.shop().pageWorkKib())));
    command.addAll(spec.arguments());
    command.addAll(attack.serverArguments());
    return command;
  }

  private void warmUp(ServerProcess server, LoadGenerator generator)
      throws IOException, InterruptedException {
    setting.progress().step("warming up");
    setting.pinning().lendTo(server.pid());
    LoadOptions load = plan.warmUpLoad(server.target(), experiment.seed() - 1);
    generator.run(load, setting.progress()::load);
    setting.pinning().confine(server.pid());
  }

  /**
   * Honest visits to a server.
   *
   * @param before makes those that begin before the attack
   * @param during makes those that begin under it
   */
  private record Visits(
      ServerProcess server, LoadGenerator before, LoadGenerator during, long seed) {}

  private SortedMap<String, Double> attacked(
      Visits visits, Callable<Tally> attack, List<String> doubts)
      throws IOException, InterruptedException {
    ServerProcess server = visits.server();
    long startNanos = System.nanoTime();
    long epochMillis = System.currentTimeMillis();
    CpuSampler cpu = new CpuSampler(TaskClock.of(server.pid())::seconds);
    long calmFrom = LoadGenerator.BEGIN_MILLIS + plan.lead().toMillis();
    long attackFrom = calmFrom + 1000L * plan.calmSeconds();
    long attackTo = attackFrom + 1000L * plan.attackSeconds();
    LoadOptions first = plan.before(server.target(), visits.seed());
    FutureTask<LoadResult> honest = begin(() -> visits.before().run(first, progress -> {}));
    FutureTask<Tally> attacking = new FutureTask<>(attack);
    try (cpu) {
      TimeUnit.NANOSECONDS.sleep(startNanos + 1_000_000 * attackFrom - System.nanoTime());
      daemon(attacking, "attack");
      LoadOptions second = plan.during(server.target(), visits.seed() + 1);
      LoadResult met = visits.during().run(second, setting.progress()::load);
      LoadResult earlier = Tasks.result(honest, FAILURE);
      Tally tally = Tasks.result(attacking, FAILURE);
      if (earlier.generator().generatorSaturated() || met.generator().generatorSaturated()) {
        doubts.add("The load generator was at its limits.");
      }
      return AttackReading.values(
          new AttackReading.Times(calmFrom, attackFrom, attackTo, epochMillis),
          new AttackReading.Seen(
              earlier.perSecond(), met.sessions(), met.perSecond(), history(server), tally),
          (from, to) -> 1000 * cpu.seconds(from, to) / (to - from));
    } finally {
      honest.cancel(/* mayInterruptIfRunning= */ true);
      attacking.cancel(/* mayInterruptIfRunning= */ true);
    }
  }

  private static <T> FutureTask<T> begin(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    daemon(task, "honest visits");
    return task;
  }

  private static void daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    thread.start();
  }

  /** A server without descriptors may not answer: then its price is unknown. */
  private JsonNode history(ServerProcess server) {
    Duration back = plan.watched().plus(HISTORY_MARGIN);
    try {
      return StatusReader.history(server.requireAdmin(), (int) back.toSeconds());
    } catch (IOException e) {
      setting.progress().done("The server did not tell its history: " + e + ".");
      return MissingNode.getInstance();
    }
  }

  /** Each server ends with its cell. */
  @Override
  public void close() {}
}
