package io.headwaiter.front.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.capacity.AdmissionController;
import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.capacity.ControlStep;
import io.headwaiter.core.capacity.MeterSnapshot;
import io.headwaiter.core.capacity.PoolCapacity;
import io.headwaiter.core.capacity.Resource;
import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.door.Door;
import io.headwaiter.door.DoorHost;
import io.headwaiter.door.DoorOptions;
import io.headwaiter.door.DoorSettings;
import io.headwaiter.front.FakePool;
import io.headwaiter.front.supply.CpuAccounting;
import io.headwaiter.front.supply.CpuSupplyMeter;
import io.headwaiter.front.work.WorkQueue;
import io.headwaiter.telemetry.ServerMeters;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The input of the controller, how often it is asked, and the use of its answer, in virtual time.
 */
public class ControlLoopTest {
  private static final long MILLI = 1_000_000L;
  private static final long SECOND = 1_000 * MILLI;
  private static final int PROCESSORS = 2;
  // So many that further ones are no first uses.
  private static final int MANY = 100;

  @TempDir Path emptyHost;

  private final AdmissionGate gate = new AdmissionGate(AdmissionPolicy.OPEN);
  private final ServerMeters meters = new ServerMeters();
  private final Work work = new Work();
  private final ResourceMeter resources = new ResourceMeter();
  private final Remembering controller = new Remembering();
  private Door door;
  private CpuAccounting cpu;
  private final List<ControlReport> reported = new ArrayList<>();
  private ControlLoop loop;
  private final List<MeterSnapshot> recorded = new ArrayList<>();
  private int snapshots;
  private long nowNanos;

  private static final class Work implements WorkQueue {
    private int waiting;
    private long headNanos;

    @Override
    public int waiting() {
      return waiting;
    }

    @Override
    public int workers() {
      return 10;
    }

    @Override
    public long headDelayNanos(long nowNanos) {
      return headNanos;
    }
  }

  /** Keeps its inputs, and allows one more visit a second with each interval. */
  private static final class Remembering implements AdmissionController {
    private final List<MeterSnapshot> told = new ArrayList<>();
    private long intervalNanos = 200 * MILLI;

    @Override
    public long intervalNanos() {
      return intervalNanos;
    }

    @Override
    public AdmissionPolicy initialPolicy() {
      return AdmissionPolicy.OPEN;
    }

    @Override
    public ControlStep step(MeterSnapshot snapshot) {
      told.add(snapshot);
      long sequence = told.size();
      return new ControlStep(
          AdmissionPolicy.builder(sequence)
              .refillNanosPerSecond(sequence)
              .budgetMaxNanos(SECOND)
              .build(),
          ControlReport.empty(sequence, intervalNanos));
    }
  }

  private static final class NoContainer implements DoorHost {
    @Override
    public void admit(SocketChannel channel, ByteBuffer received, AdmittedConnection admitted) {
      throw new AssertionError("nobody comes");
    }

    @Override
    public void discard(SocketChannel channel) {
      throw new AssertionError("nobody comes");
    }

    @Override
    public boolean speaksTls13(String serverName) {
      return true;
    }
  }

  @BeforeEach
  public void parts() throws IOException {
    for (int i = 0; i < MANY; i++) {
      meters.handshake(/* resumed= */ false, 0);
      meters.handshake(/* resumed= */ true, 0);
      meters.failedHandshake(0);
    }
    door =
        new Door(
            "test",
            DoorOptions.of(DoorSettings.DEFAULT),
            gate,
            (claim, name) -> SessionLookup.UNKNOWN,
            new NoContainer());
    cpu = new CpuAccounting(door, meters);
  }

  @AfterEach
  public void close() {
    loop.close();
    door.close();
  }

  private void startWith(Optional<AdmissionController> chosen) {
    CpuSupplyMeter supply =
        new CpuSupplyMeter(emptyHost, () -> PROCESSORS, () -> 0, complaint -> {});
    loop =
        new ControlLoop(
            chosen,
            new ControlSources(
                gate, door, meters, work, supply, resources, this::pools, () -> 0, cpu),
            reported::add,
            () -> recorded.add(loop.measured()));
    nowNanos = System.nanoTime() + SECOND; // later than the loop's own first look
    loop.tick(nowNanos);
  }

  /** Called once for each measured interval. */
  private PoolCapacity pools() {
    snapshots++;
    return PoolCapacity.UNKNOWN;
  }

  /** Ticks as often as the loop asks for, for this long. */
  private void run(long nanos) {
    for (long end = nowNanos + nanos; nowNanos < end; ) {
      nowNanos += loop.sampleNanos();
      loop.tick(nowNanos);
    }
  }

  private MeterSnapshot nextInterval() {
    int before = controller.told.size();
    run(controller.intervalNanos);
    assertThat(controller.told).hasSize(before + 1);
    return controller.told.get(before);
  }

  @ParameterizedTest
  @CsvSource({"20, 20", "50, 50", "200, 50", "2000, 50"})
  public void asksControllerOncePerInterval(int intervalMillis, int sampleMillis) {
    controller.intervalNanos = intervalMillis * MILLI;
    startWith(Optional.of(controller));
    assertThat(loop.sampleNanos()).isEqualTo(sampleMillis * MILLI);
    run(10L * intervalMillis * MILLI);
    assertThat(controller.told).hasSize(10);
    assertThat(reported).as("what it reports").hasSize(10);
    assertThat(controller.told).allMatch(s -> s.elapsedNanos() == intervalMillis * MILLI);
    assertThat(controller.told.get(9).nowNanos()).isEqualTo(nowNanos);
    assertThat(recorded).isEqualTo(controller.told);
  }

  /** A thread wakes a little early or late: the interval ends at the nearest tick. */
  @Test
  public void jitteredTicksDoNotLengthenIntervals() {
    startWith(Optional.of(controller));
    for (int tick = 1; tick <= 40; tick++) {
      long offNanos = (tick % 2 == 0 ? -5 : 5) * MILLI;
      loop.tick(nowNanos + tick * (50 * MILLI) + offNanos);
    }
    assertThat(controller.told).hasSize(10);
  }

  @Test
  public void measuresEverySecondWithoutController() {
    startWith(Optional.empty());
    run(5 * SECOND);
    assertThat(snapshots).isEqualTo(5);
    assertThat(gate.newVisitsPerSecond()).as("the gate stays open").isInfinite();
    assertThat(loop.report()).isEqualTo(ControlReport.NONE);
  }

  @Test
  public void tickWithoutElapsedTimeEndsNoInterval() {
    startWith(Optional.of(controller));
    for (int i = 0; i < 10; i++) {
      loop.tick(nowNanos);
    }
    assertThat(controller.told).isEmpty();
  }

  @Test
  public void gateFollowsEachPolicy() {
    startWith(Optional.of(controller));
    for (int interval = 1; interval <= 5; interval++) {
      nextInterval();
      assertThat(gate.newVisitsPerSecond()).isEqualTo(interval);
      assertThat(loop.report().sequence()).isEqualTo(interval);
    }
  }

  @Test
  public void tellsControllerMeasurementsOfLastInterval() {
    startWith(Optional.of(controller));
    meters.handshake(/* resumed= */ false, 4 * MILLI);
    meters.handshake(/* resumed= */ true, MILLI);
    meters.handshake(/* resumed= */ true, MILLI);
    meters.parallelHandshake(2 * MILLI);
    meters.failedHandshake(3 * MILLI);
    meters.returningVisit();
    meters.courtesyPage();
    meters.courtesyCpu(7 * MILLI);
    meters.queueDelay(10 * MILLI);
    meters.queueDelay(20 * MILLI);
    meters.visitWork(/* ageNanos= */ SECOND, /* first= */ false, /* steps= */ 2, 5 * MILLI);
    MeterSnapshot busy = nextInterval();
    assertThat(busy.handshakes().full()).isEqualTo(1);
    assertThat(busy.handshakes().fullCpuNanos()).isEqualTo(4 * MILLI);
    assertThat(busy.handshakes().resumed()).isEqualTo(2);
    assertThat(busy.handshakes().resumedCpuNanos()).isEqualTo(2 * MILLI);
    assertThat(busy.handshakes().parallel()).isEqualTo(1);
    assertThat(busy.handshakes().parallelCpuNanos()).isEqualTo(2 * MILLI);
    assertThat(busy.handshakes().failed()).isEqualTo(1);
    assertThat(busy.handshakes().failedCpuNanos()).isEqualTo(3 * MILLI);
    assertThat(busy.connections().returningVisits()).isEqualTo(1);
    assertThat(busy.cpu().courtesyNanos()).isEqualTo(7 * MILLI);
    assertThat(busy.queue().turns()).isEqualTo(2);
    assertThat(busy.queue().delayNanosMean()).isEqualTo(15 * MILLI);
    assertThat(busy.visitWork().turns()).isEqualTo(2);
    assertThat(busy.visitWork().cpuNanos()).isEqualTo(5 * MILLI);
    assertThat(busy.processors()).isEqualTo(PROCESSORS);

    MeterSnapshot quiet = nextInterval();
    assertThat(
            quiet.handshakes().full() + quiet.handshakes().resumed() + quiet.handshakes().failed())
        .isZero();
    assertThat(quiet.cpu().courtesyNanos() + quiet.queue().turns() + quiet.queue().delayNanosMean())
        .isZero();
    assertThat(quiet.connections().returningVisits()).isZero();
    assertThat(quiet.visitWork().turns()).isZero();
  }

  @Test
  public void tellsControllerDelayOfQueueHead() {
    startWith(Optional.of(controller));
    work.waiting = 3;
    work.headNanos = 40 * MILLI;
    assertThat(nextInterval().queue().delayNanosHead()).isEqualTo(40 * MILLI);
    work.headNanos = 0;
    assertThat(nextInterval().queue().delayNanosHead()).isZero();
  }

  @Test
  public void tellsControllerAdmissionsAndRefusals() {
    startWith(Optional.of(controller));
    for (int i = 0; i < 3; i++) {
      gate.decideNew(nowNanos);
    }
    gate.decideClaim(nowNanos);
    gate.decideContinuing(/* visit= */ 1, nowNanos);
    gate.outcomes().chargeFalseResumption(Entry.CLAIMED);
    MeterSnapshot open = nextInterval();
    assertThat(open.connections().newAdmitted()).isEqualTo(3);
    assertThat(open.connections().resumedAdmitted()).isEqualTo(2);
    assertThat(open.connections().falseResumptions()).isEqualTo(1);
    assertThat(open.connections().newRefused()).isZero();
    gate.publish(AdmissionPolicy.builder(99).grantNanos(0).build());
    gate.decideNew(nowNanos);
    MeterSnapshot shut = nextInterval();
    assertThat(shut.connections().newRefused()).isEqualTo(1);
    assertThat(
            shut.connections().newAdmitted()
                + shut.connections().resumedAdmitted()
                + shut.connections().falseResumptions())
        .isZero();
  }

  /** The mean over all samples of an interval, of which there are four here. */
  @Test
  public void tellsControllerMeanUseOfResources() {
    FakePool connections = new FakePool(Resource.DATABASE_CONNECTIONS, 8);
    resources.add(connections);
    startWith(Optional.of(controller));
    connections.busyPart = 0.5;
    MeterSnapshot snapshot = nextInterval();
    assertThat(snapshot.resources()).hasSize(1);
    assertThat(snapshot.resources().get(0).capacity()).isEqualTo(8);
    assertThat(snapshot.resources().get(0).busyMean()).isEqualTo(4);
    assertThat(loop.resources()).isEqualTo(snapshot.resources());
  }
}
