package io.headwaiter.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.WaitingRoomLimits;
import io.headwaiter.core.capacity.AdaptiveController;
import io.headwaiter.core.capacity.AdmissionController;
import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.capacity.ControlStep;
import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.sim.law.Headwaiter;
import io.headwaiter.sim.law.LawFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The accounting of visits by Headwaiter's law on one processor, with an attack and without. */
@Tag("once")
class VisitAccountingTest {
  private static final double SECONDS = 50;
  private static final double ATTACK_SECOND = 20;

  /** Wraps the real controller and records its input and output. */
  private static final class Listening implements AdmissionController {
    private final AdmissionController real;
    private final List<MeterSnapshot> snapshots = new ArrayList<>();
    private final List<ControlReport> reports = new ArrayList<>();

    Listening(double processors) {
      real = new AdaptiveController(Headwaiter.TARGET_NANOS, processors);
    }

    @Override
    public long intervalNanos() {
      return real.intervalNanos();
    }

    @Override
    public AdmissionPolicy initialPolicy() {
      return real.initialPolicy();
    }

    @Override
    public ControlStep step(MeterSnapshot snapshot) {
      ControlStep step = real.step(snapshot);
      snapshots.add(snapshot);
      reports.add(step.report());
      return step;
    }

    /** Sum over the time since the attacks began. */
    long sum(ToLongFunction<MeterSnapshot> figure) {
      return snapshots.stream()
          .filter(s -> s.nowNanos() > ATTACK_SECOND * World.NANOS)
          .mapToLong(figure)
          .sum();
    }

    /** Mean visit cost over the last ten seconds. */
    double price() {
      return reports.stream()
          .skip(reports.size() - 200)
          .mapToDouble(r -> r.costs().newVisitNanos())
          .average()
          .orElseThrow();
    }
  }

  private record Run(Listening controller, Outcome outcome) {}

  private static Run run(double offered, Attack... attacks) {
    Shop shop =
        Shop.ofThink(0.7)
            .machine(m -> m.front(9e-6, 26e-6))
            .crowd(c -> c.offered(t -> offered).attacks(attacks));
    List<Listening> made = new ArrayList<>();
    LawFactory law =
        LawFactory.of(
            "listening",
            setting -> {
              made.add(new Listening(setting.view().processors()));
              return new Headwaiter(made.get(0), WaitingRoomLimits.NONE, setting.view());
            });
    Outcome outcome = Simulation.run(shop, law, 5, ATTACK_SECOND, SECONDS);
    return new Run(made.get(0), outcome);
  }

  /** The visit cost includes all work within the accounts of visits. */
  @Test
  void visitWorkCoversAllCpuWithoutAttack() {
    Run calm = run(0.5);
    Listening controller = calm.controller;
    double known = controller.sum(s -> s.visitWork().cpuNanos());
    double seen =
        controller.sum(s -> s.cpu().requestNanos() + s.handshakes().resumedCpuNanos())
            - controller.sum(s -> s.cpu().excessNanos());
    assertThat(known / seen).isCloseTo(1, within(0.01));
    assertThat(controller.sum(s -> s.cpu().excessNanos()) / seen).isLessThan(0.02);
    assertThat(controller.sum(s -> s.connections().visitsBegun()))
        .isCloseTo(controller.sum(s -> s.handshakes().full()), within(5L));
    assertThat(controller.sum(s -> s.connections().returningVisits())).isZero();
  }

  /** The work of a hog is not in the visit cost; it gets the CPU that the customers leave. */
  @Test
  void excessDoesNotChangeVisitCost() {
    Run calm = run(0.5);
    Run hog = run(0.5, Attack.hog(ATTACK_SECOND, 1, 20, 6e-3));
    assertThat(hog.controller.price() / calm.controller.price()).isBetween(0.9, 1.1);
    double spent = hog.outcome.attack().cpuNanos();
    double excess = hog.controller.sum(s -> s.cpu().excessNanos());
    assertThat(spent / World.NANOS).isGreaterThan(0.1 * (SECONDS - ATTACK_SECOND));
    assertThat(excess / (Meters.REQUEST_ATTRIBUTED * spent)).isBetween(0.95, 1.05);
    assertThat(hog.controller.sum(s -> s.cpu().deferredNanos()) / excess).isGreaterThan(0.9);
    double kept =
        hog.outcome.score().completedPerSecond() / calm.outcome.score().completedPerSecond();
    assertThat(kept).isGreaterThan(0.95);
  }

  /** Each use of a ticket beyond its rate begins a visit and is charged as one. */
  @Test
  void replayedTicketsBeginVisits() {
    Run replay = run(0.5, Attack.replay(ATTACK_SECOND, 300));
    Listening controller = replay.controller;
    long begun = controller.sum(s -> s.connections().returningVisits());
    long ofOneTicket = (long) (32 + 10 * (SECONDS - ATTACK_SECOND));
    assertThat(controller.sum(s -> s.handshakes().resumed()) - begun)
        .isLessThanOrEqualTo(ofOneTicket + 800); // customers reconnect, too
    assertThat(begun).isGreaterThan(1000);
    Run calm = run(0.5);
    assertThat(controller.price() / calm.controller.price()).isBetween(0.9, 1.1);
  }

  /** A visit has at most 64 connections, however many it tries. */
  @Test
  void connectionsOfOneVisitAreBounded() {
    Run idle = run(0.5, Attack.idle(ATTACK_SECOND, 100, 1000));
    AttackCounts attack = idle.outcome.attack();
    assertThat(attack.hellos()).isGreaterThan(2000);
    assertThat(attack.admitted() - attack.closed()).isBetween(1L, 64L);
  }

  /** Silent clients are closed in time and do not displace customers. */
  @Test
  void silentHandshakesDoNotReduceCompletedVisits() {
    Run stall = run(0.5, Attack.silentHandshakes(ATTACK_SECOND, 50));
    Run calm = run(0.5);
    double kept =
        stall.outcome.score().completedPerSecond() / calm.outcome.score().completedPerSecond();
    assertThat(kept).isGreaterThan(0.95);
    AttackCounts attack = stall.outcome.attack();
    assertThat(attack.admitted() - attack.closed()).isBetween(1L, 700L);
  }
}
