package io.headwaiter.sim;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.sim.law.Headwaiter;
import io.headwaiter.sim.law.Hello;
import io.headwaiter.sim.law.Law;
import io.headwaiter.sim.law.LawFactory;
import io.headwaiter.sim.law.Laws;
import io.headwaiter.sim.law.NoControl;
import io.headwaiter.sim.law.Setting;
import io.headwaiter.sim.law.Turn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Attacks do what their descriptions say, and the reports to laws about them are true. */
@Tag("once")
class AttackTest {
  private static final LawFactory NONE = LawFactory.of(NoControl.NAME, s -> new NoControl());
  private static final double SECONDS = 60;

  static List<LawFactory> laws() {
    return Laws.all();
  }

  private static Shop shop(double offered, Attack... attacks) {
    return Shop.ofThink(0.7)
        .machine(m -> m.front(9e-6, 26e-6))
        .crowd(c -> c.offered(t -> offered).attacks(attacks));
  }

  /** All attacks at once, on a server with few connections. */
  private static Shop everything() {
    return shop(
            0.6,
            Attack.harvest(10, 50, 1.5e-3),
            Attack.hog(10, 2, 5, 6e-3),
            Attack.silentHellos(10, 20),
            Attack.silentHandshakes(10, 20),
            Attack.idle(10, 20, 100),
            Attack.replay(10, 50))
        .machine(m -> m.connectionsMax(1000).handshakes(0.5e-3, 0.25e-3));
  }

  /** How the law treats the turns of an attack. */
  private enum Deferral {
    NONE,
    ONE_AT_A_TIME,
    ONE_EACH_TICK
  }

  /** Records everything, and defers the turns of attacks as it is told to. */
  private static final class Watching implements Law {
    final Setting setting;
    final Map<Long, Double> spentByVisit = new HashMap<>();
    final Map<Long, Integer> closedByVisit = new HashMap<>();
    final List<MeterSnapshot> snapshots = new ArrayList<>();
    final Deferral deferral;
    final Queue<Turn> deferred = new ArrayDeque<>();
    boolean ticked;
    boolean busy;
    int connectionsMost;
    long namelessTurns;
    long expired;

    Watching(Setting setting, Deferral deferral) {
      this.setting = setting;
      this.deferral = deferral;
    }

    @Override
    public String name() {
      return "watching";
    }

    private boolean attacks(long customer) {
      return setting.truth().attacks(customer);
    }

    @Override
    public Entrance connection(Hello hello, long nowNanos) {
      return Entrance.ADMIT;
    }

    @Override
    public boolean longestWaitingFirst() {
      return true;
    }

    @Override
    public boolean defers(Turn turn, long nowNanos) {
      boolean defers = deferral != Deferral.NONE && attacks(turn.customer());
      if (defers) {
        deferred.add(turn);
      }
      return defers;
    }

    @Override
    public Turn nextDeferred(long nowNanos) {
      boolean may = deferral == Deferral.ONE_AT_A_TIME ? !busy : ticked;
      ticked = false;
      Turn next = may ? deferred.poll() : null;
      busy |= next != null;
      return next;
    }

    @Override
    public void spent(Turn turn, long cpuNanos, long nowNanos) {
      busy &= !attacks(turn.customer());
      namelessTurns += turn.visit() == 0 ? 1 : 0;
      spentByVisit.merge(turn.visit(), (double) cpuNanos, Double::sum);
    }

    @Override
    public void closed(long connection, long visit, long nowNanos) {
      closedByVisit.merge(visit, 1, Integer::sum);
    }

    @Override
    public long handshakeTimeoutNanos() {
      return 2_000_000_000L;
    }

    @Override
    public void awaits(Turn turn, long nowNanos) {
      // Ends with expired.
    }

    @Override
    public void expired(Turn turn, long nowNanos) {
      expired++;
    }

    @Override
    public void tick(MeterSnapshot snapshot) {
      ticked = true;
      snapshots.add(snapshot);
      connectionsMost = Math.max(connectionsMost, setting.view().connections());
    }

    double sum(java.util.function.ToLongFunction<MeterSnapshot> figure) {
      return snapshots.stream().mapToLong(figure).sum();
    }
  }

  /** A run under a recording law, and its outcome. */
  private record Watched(Watching law, Outcome outcome) {}

  private static Watched watch(Shop shop, Deferral deferral) {
    List<Watching> made = new ArrayList<>();
    LawFactory factory =
        LawFactory.of(
            "watching",
            setting -> {
              made.add(new Watching(setting, deferral));
              return made.get(0);
            });
    Outcome outcome = Simulation.run(shop, factory, 5, 20, SECONDS);
    return new Watched(made.get(0), outcome);
  }

  private static Watched watch(Shop shop) {
    return watch(shop, Deferral.NONE);
  }

  @ParameterizedTest
  @MethodSource("laws")
  void everyAttackConnectionIsAccountedFor(LawFactory law) {
    Outcome outcome = Simulation.run(everything(), law, 5, 0, 40);
    AttackCounts attack = outcome.attack();
    assertThat(attack.hellos()).isGreaterThan(1000);
    assertThat(attack.hellos() - attack.admitted() - attack.refused())
        .isBetween(0L, (long) outcome.leftover().waiting());
    assertThat(attack.closed()).isBetween(attack.dropped(), attack.admitted());
    Counts totals = outcome.score().totals();
    Leftover left = outcome.leftover();
    assertThat(totals.completed() + totals.gaveUp())
        .isBetween(
            totals.arrived() - left.underWay() - left.waiting(),
            totals.arrived() - left.underWay());
  }

  @ParameterizedTest
  @MethodSource("laws")
  void sameSeedGivesSameAttack(LawFactory law) {
    Outcome first = Simulation.run(everything(), law, 5, 0, 20);
    Outcome second = Simulation.run(everything(), law, 5, 0, 20);
    assertThat(second.score().toString()).isEqualTo(first.score().toString());
    assertThat(second.leftover()).isEqualTo(first.leftover());
    assertThat(second.attack().cpuNanos()).isEqualTo(first.attack().cpuNanos());
    assertThat(second.attack().hellos()).isEqualTo(first.attack().hellos());
  }

  @Test
  void sameCustomersComeWithAndWithoutAttack() {
    long with = Simulation.run(everything(), NONE, 5, 0, 40).score().totals().arrived();
    Shop calm = everything().crowd(Crowd::calm);
    assertThat(Simulation.run(calm, NONE, 5, 0, 40).score().totals().arrived()).isEqualTo(with);
    assertThat(Simulation.run(calm, NONE, 5, 0, 40).attack().hellos()).isZero();
  }

  /** Each visit under way has one connection; the attack has those that it has not closed. */
  @Test
  void openConnectionsAreAdmittedMinusClosed() {
    Watched run = watch(shop(0.3, Attack.idle(10, 20, 100), Attack.silentHellos(10, 20)));
    AttackCounts attack = run.outcome.attack();
    assertThat(attack.admitted()).isEqualTo(attack.hellos());
    assertThat(run.law.setting.view().connections())
        .isEqualTo(run.outcome.leftover().underWay() + attack.admitted() - attack.closed());
    // 20 a second that are given up after 2 s, and the 100 idle ones.
    assertThat(attack.admitted() - attack.closed()).isBetween(110L, 170L);
    assertThat(run.law.expired).isEqualTo(attack.handshakesFailed()).isBetween(850L, 1050L);
    assertThat(run.law.sum(s -> s.handshakes().failed()))
        .isCloseTo(attack.handshakesFailed(), within(10.0));
  }

  @Test
  void connectionsStayWithinTheirLimit() {
    Shop full = shop(0.3, Attack.idle(10, 100, 400)).machine(m -> m.connectionsMax(300));
    Watched run = watch(full);
    assertThat(run.law.connectionsMost).isEqualTo(300);
    assertThat(run.outcome.attack().refused()).isPositive();
    assertThat(run.outcome.score().counts().refused()).isPositive();
  }

  /** The CPU of all accounts is that of the meters, and the harvesting visit used most of it. */
  @Test
  void accountsSumUpToMeters() {
    Watched run = watch(shop(0.3, Attack.harvest(10, 100, 1.5e-3)));
    Watching law = run.law;
    double accounts = law.spentByVisit.values().stream().mapToDouble(d -> d).sum();
    double meters =
        law.sum(s -> s.handshakes().fullCpuNanos())
            + law.sum(s -> s.handshakes().resumedCpuNanos())
            + law.sum(s -> s.cpu().requestNanos());
    assertThat(accounts / meters).isCloseTo(1, within(0.005));
    assertThat(law.namelessTurns).isZero();
    double most = law.spentByVisit.values().stream().mapToDouble(d -> d).max().orElseThrow();
    AttackCounts attack = run.outcome.attack();
    double pages = (1 - Meters.REQUEST_ATTRIBUTED) * attack.pages() * 1.5e6;
    assertThat(most).isCloseTo(attack.cpuNanos() - pages, within(1e6));
    // 50 s at 100 a second: a resumed handshake of 0.5 ms and a page of 1.5 ms.
    assertThat(attack.cpuNanos() / 1e9).isCloseTo(10, within(0.5));
    double next =
        law.spentByVisit.values().stream().filter(d -> d < most).max(Double::compare).get();
    assertThat(next).isLessThan(most / 10);
    assertThat(law.closedByVisit).containsValue((int) attack.closed());
  }

  /**
   * A hog that is deferred behind the customers gets the CPU that they leave, without an effect on
   * them.
   */
  @Test
  void deferredAttackGetsOnlyRemainingCpu() {
    Shop shop = shop(0.5, Attack.hog(10, 1, 20, 6e-3));
    Watched first = watch(shop);
    Watched behind = watch(shop, Deferral.ONE_AT_A_TIME);
    Shop customers = shop.crowd(Crowd::calm);
    double calm = Simulation.run(customers, NONE, 5, 20, SECONDS).score().pageSecondsP99();
    assertThat(first.outcome.score().pageSecondsP99()).isGreaterThan(4 * calm);
    assertThat(behind.outcome.score().pageSecondsP99()).isLessThan(2 * calm);
    assertThat(behind.outcome.attack().cpuNanos() / 1e9).isCloseTo(0.5 * 50, within(4.0));
    // No processor idles while a hog has work.
    double before = Simulation.run(customers, NONE, 5, 0, 10).leftover().cpuNanos() / 1e9;
    double spent = behind.outcome.leftover().cpuNanos() / 1e9;
    assertThat(spent).isCloseTo(before + 50, within(1.0));
  }

  /** Deferred work stays with the law and occupies no worker. */
  @Test
  void deferredWorkWaitsUntilLawReleasesIt() {
    Watched run = watch(shop(0.5, Attack.hog(10, 1, 20, 6e-3)), Deferral.ONE_EACH_TICK);
    double ticks = (SECONDS - 10) / 0.05;
    assertThat(run.outcome.attack().pages()).isBetween((long) (0.9 * ticks), (long) ticks);
    assertThat(run.law.deferred).hasSizeBetween(18, 20);
    assertThat(run.outcome.leftover().backlogNanos()).isGreaterThan(18 * 6e6);
  }

  /** A restarted server knows no visit of the attacks; they begin new ones. */
  @Test
  void attacksContinueAfterRestart() {
    LawFactory ours = LawFactory.of(Headwaiter.NAME, Headwaiter::new);
    Shop shop = everything().crowd(c -> c.restart(30));
    AttackCounts until = Simulation.run(shop, ours, 5, 0, 30).attack();
    AttackCounts after = Simulation.run(shop, ours, 5, 0, SECONDS).attack();
    assertThat(after.pages()).isGreaterThan(until.pages() + 100);
  }

  @Test
  void rejectsAttackAtRateZero() {
    assertThatThrownBy(() -> Attack.harvest(0, 0, 1e-3))
        .hasMessageContaining("perSecond and connectionsMax above 0, got 0.0, 1, 0.001, 0.0 and");
  }
}
