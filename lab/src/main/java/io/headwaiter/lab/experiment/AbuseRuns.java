package io.headwaiter.lab.experiment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.headwaiter.lab.abuse.Attacker;
import io.headwaiter.lab.abuse.Tally;
import io.headwaiter.lab.abuse.Target;
import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.model.ServerSpec;
import io.headwaiter.lab.report.Numbers;
import io.headwaiter.lab.results.LoadResult;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/**
 * Attacks fresh servers, one at a time, and remembers what it has seen, so that all lies are held
 * against the same plain hellos. Belongs to one thread.
 */
final class AbuseRuns {
  // The generator begins a run a little after it is told to, see LoadGenerator.
  private static final long BEGIN_MILLIS = 20;
  private static final Duration HISTORY_MARGIN = Duration.ofSeconds(10);
  // The data of the shop do not matter, and each server makes its own.
  private static final String SCALE = "0.001";

  private final ExperimentSetting setting;
  private final AbusePlan plan;
  private final Map<List<Object>, AbuseRound> seen = new HashMap<>();
  private final List<String> notes = new ArrayList<>();

  AbuseRuns(ExperimentSetting setting, AbusePlan plan) {
    this.setting = setting;
    this.plan = plan;
  }

  /** What the reader has to know of the rounds since it was last asked. */
  List<String> takeNotes() {
    List<String> taken = List.copyOf(notes);
    notes.clear();
    return taken;
  }

  /** One round of an attack, measured when it is first asked for. */
  AbuseRound round(Abuse abuse, AbusePlan.Testbed testbed, int round)
      throws IOException, InterruptedException {
    List<Object> key = List.of(abuse.name(), testbed, round);
    AbuseRound known = seen.get(key);
    if (known == null) {
      known = measure(abuse, testbed, round);
      seen.put(key, known);
    }
    return known;
  }

  private AbuseRound measure(Abuse abuse, AbusePlan.Testbed testbed, int round)
      throws IOException, InterruptedException {
    String label = "abuse-" + abuse.name() + "-" + testbed.label() + "-" + round;
    LoadOptions any = plan.during(URI.create("https://127.0.0.1:1"), round);
    try (ServerProcess server = setting.launch(label, command(abuse, testbed));
        LoadGenerator before = new LoadGenerator(any);
        LoadGenerator during = new LoadGenerator(any)) {
      warmUp(server, before);
      AbuseRound seenNow;
      if (abuse.calm()) {
        seenNow = attack(abuse, testbed, round, server, time -> Tally.NONE, before, during);
      } else {
        try (Attacker attacker =
            abuse
                .program()
                .against(Target.of(server.target()), plan.preparing(), plan.seed() + round)) {
          attacker.prepare();
          seenNow = attack(abuse, testbed, round, server, attacker::run, before, during);
        }
      }
      setting
          .progress()
          .done(
              "%s: kept %s of new, %s of %d under way, price %s, busy %s"
                  .formatted(
                      label,
                      Numbers.plain(seenNow.kept()),
                      Numbers.plain(seenNow.underWayKept()),
                      seenNow.underWay(),
                      Numbers.plain(seenNow.priceRatio()),
                      Numbers.plain(seenNow.busy())));
      return seenNow;
    }
  }

  private List<String> command(Abuse abuse, AbusePlan.Testbed testbed) {
    List<String> command = new ArrayList<>();
    if (abuse.descriptors() > 0) {
      command.addAll(List.of("prlimit", "--nofile=" + abuse.descriptors()));
    }
    command.addAll(setting.serve());
    if (testbed.jetty()) {
      command.set(command.size() - 1, "serve-jetty");
    } else {
      command.addAll(List.of("--server", ServerSpec.HEADWAITER, "--app", "auction"));
      command.addAll(List.of("--scale", SCALE, "--tls", testbed.engine()));
    }
    command.addAll(List.of("--port", "0", "--admin-port", "0"));
    command.addAll(List.of("--keystore", setting.keystore().file().toString()));
    command.addAll(List.of("--keystore-password", setting.keystore().password()));
    command.addAll(List.of("--page-work-kib", Integer.toString(plan.pageWorkKib())));
    command.addAll(abuse.serverArguments());
    return command;
  }

  private void warmUp(ServerProcess server, LoadGenerator generator)
      throws IOException, InterruptedException {
    setting.progress().step("warming up");
    setting.pinning().lendTo(server.pid());
    generator.run(plan.warmUpLoad(server.target()), setting.progress()::load);
    setting.pinning().confine(server.pid());
  }

  /** Attacks for a time. */
  private interface Attack {
    Tally run(Duration time) throws IOException, InterruptedException;
  }

  private AbuseRound attack(
      Abuse abuse,
      AbusePlan.Testbed testbed,
      int round,
      ServerProcess server,
      Attack attack,
      LoadGenerator before,
      LoadGenerator during)
      throws IOException, InterruptedException {
    setting.progress().step("attack: " + abuse.name() + ", round " + (round + 1));
    long startNanos = System.nanoTime();
    long epochMillis = System.currentTimeMillis();
    CpuSampler cpu = new CpuSampler(TaskClock.of(server.pid())::seconds);
    long calmFrom = BEGIN_MILLIS + plan.lead().toMillis();
    long attackFrom = calmFrom + 1000L * plan.calmSeconds();
    long attackTo = attackFrom + 1000L * plan.attackSeconds();
    FutureTask<LoadResult> honest =
        begin(() -> before.run(plan.before(server.target(), round), progress -> {}));
    FutureTask<Tally> attacking = new FutureTask<>(() -> attack.run(attackTime()));
    try (cpu) {
      TimeUnit.NANOSECONDS.sleep(startNanos + 1_000_000 * attackFrom - System.nanoTime());
      new Thread(attacking, "attack").start();
      LoadResult met = during.run(plan.during(server.target(), round), setting.progress()::load);
      LoadResult earlier = result(honest);
      Tally tally = result(attacking);
      note(abuse, earlier, met);
      return AbuseRound.of(
          abuse.name(),
          testbed.label(),
          new AbuseRound.Times(calmFrom, attackFrom, attackTo, epochMillis),
          new AbuseRound.Seen(
              earlier.perSecond(), met.sessions(), met.perSecond(), history(server, abuse), tally),
          (from, to) -> 1000 * cpu.seconds(from, to) / (to - from));
    } finally {
      honest.cancel(/* mayInterruptIfRunning= */ true);
      attacking.cancel(/* mayInterruptIfRunning= */ true);
    }
  }

  private Duration attackTime() {
    return Duration.ofSeconds(plan.attackSeconds()).plus(plan.tail());
  }

  private static <T> FutureTask<T> begin(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    new Thread(task, "honest visits").start();
    return task;
  }

  private static <T> T result(FutureTask<T> task) throws IOException, InterruptedException {
    try {
      return task.get();
    } catch (ExecutionException e) {
      throw new IOException("a run ended early: " + e.getCause().getMessage(), e);
    }
  }

  private void note(Abuse abuse, LoadResult before, LoadResult during) {
    if (before.generator().generatorSaturated() || during.generator().generatorSaturated()) {
      notes.add("The load generator was short of CPU in a round of " + abuse.name() + ".");
    }
  }

  /** A server without descriptors may not answer. */
  private JsonNode history(ServerProcess server, Abuse abuse) {
    Duration back = plan.watched().plus(HISTORY_MARGIN);
    try {
      return StatusReader.history(server.requireAdmin(), (int) back.toSeconds());
    } catch (IOException e) {
      notes.add("The server did not tell its history after " + abuse.name() + ": " + e + ".");
      return MissingNode.getInstance();
    }
  }
}
