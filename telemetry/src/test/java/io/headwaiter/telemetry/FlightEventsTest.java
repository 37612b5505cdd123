package io.headwaiter.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.CourtesyBudget;
import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.telemetry.Column.Merge;
import io.headwaiter.telemetry.FigureTable.Unit;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.Test;

class FlightEventsTest {
  private static final String REFUSAL = "io.headwaiter.Refusal";
  private static final String ADMISSION = "io.headwaiter.Admission";
  private static final long SECOND = 1_000_000_000L;
  private static final AdmissionPolicy SHUT =
      AdmissionPolicy.builder(1).grantNanos(0).verifyBelowNanos(Long.MAX_VALUE).build();

  private final AtomicLong clock = new AtomicLong();

  private AdmissionGate gate(AdmissionPolicy policy, boolean shadow) {
    AdmissionGate gate = new AdmissionGate(policy, () -> 0, CourtesyBudget.NONE, shadow);
    gate.counters().listen(new DecisionEvents("shop", clock::get));
    return gate;
  }

  @Test
  void refusalEventHasReasonAndEntry() throws Exception {
    AdmissionGate gate = gate(SHUT, /* shadow= */ false);
    List<RecordedEvent> events =
        FlightRecordings.during(
            REFUSAL,
            () -> {
              gate.decideVisit(Entry.RETURNING, 0);
              gate.noteRefusal(RefusalReason.HELLO_DEADLINE, 0);
            });
    assertThat(events).hasSize(2);
    assertThat(events.get(0).getString("connector")).isEqualTo("shop");
    assertThat(events.get(0).getString("reason")).isEqualTo("visit_budget");
    assertThat(events.get(0).getString("entry")).isEqualTo("returning");
    assertThat(events.get(0).getBoolean("shadow")).isFalse();
    assertThat(events.get(0).getLong("skipped")).isZero();
    assertThat(events.get(1).getString("reason")).isEqualTo("hello_deadline");
    assertThat(events.get(1).getString("entry")).isNull();
  }

  @Test
  void marksShadowModeRefusals() throws Exception {
    AdmissionGate gate = gate(SHUT, /* shadow= */ true);
    List<RecordedEvent> events = FlightRecordings.during(REFUSAL, () -> gate.decideNew(0));
    assertThat(events).hasSize(1);
    assertThat(events.get(0).getBoolean("shadow")).isTrue();
    assertThat(events.get(0).getString("entry")).isEqualTo("new");
  }

  @Test
  void admissionEventHasEntry() throws Exception {
    AdmissionGate gate = gate(AdmissionPolicy.OPEN, /* shadow= */ false);
    List<RecordedEvent> events = FlightRecordings.during(ADMISSION, gate::admitBypass);
    assertThat(events).hasSize(1);
    assertThat(events.get(0).getString("entry")).isEqualTo("bypass");
  }

  /** At 30,000 refusals a second the recording stays small, and every refusal is counted. */
  @Test
  void samplesFloodAndCountsSkippedEvents() throws Exception {
    AdmissionGate gate = gate(SHUT, /* shadow= */ false);
    List<RecordedEvent> events =
        FlightRecordings.during(
            REFUSAL,
            () -> {
              for (int i = 0; i < 60_000; i++) {
                clock.set(i * (SECOND / 30_000));
                gate.decideNew(clock.get());
              }
              clock.addAndGet(SECOND);
              gate.decideNew(clock.get());
            });
    assertThat(events).hasSizeBetween(290, 310);
    long skipped = events.stream().mapToLong(e -> e.getLong("skipped")).sum();
    assertThat(events.size() + skipped).isEqualTo(60_001);
  }

  @Test
  void recordsNoDecisionsByDefault() throws Exception {
    AdmissionGate gate = gate(SHUT, /* shadow= */ false);
    try (Recording recording = new Recording()) {
      recording.start();
      gate.decideNew(0);
      recording.stop();
      assertThat(FlightRecordings.events(recording, REFUSAL)).isEmpty();
    }
  }

  /** While no recording is on, a decision allocates nothing. */
  @Test
  void allocatesNothingWhileNotRecording() {
    AdmissionGate gate = gate(SHUT, /* shadow= */ false);
    com.sun.management.ThreadMXBean threads =
        (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();
    for (int i = 0; i < 1000; i++) {
      gate.decideNew(i);
    }
    long thread = Thread.currentThread().getId();
    long before = threads.getThreadAllocatedBytes(thread);
    for (int i = 0; i < 100_000; i++) {
      gate.decideNew(i);
    }
    long bytes = threads.getThreadAllocatedBytes(thread) - before;
    // The measurement takes some; one object for each decision would be over a megabyte.
    assertThat(bytes).isLessThan(100_000);
  }

  @Test
  void intervalEventHasFiguresOfHistory() throws Exception {
    FigureTable<double[]> table =
        new FigureTable<double[]>()
            .counter("a_total", Unit.COUNT, "A total.")
            .row("a", s -> s[0])
            .history("a")
            .gauge("b", Unit.NANOS, "A time.")
            .row("b", s -> s[1])
            .history("bMillis")
            .hiddenGauge(Unit.COUNT, "An index.")
            .row("", s -> s[2])
            .history(new Column("c", Merge.LAST, List.of("cpu", "database_connections")));
    IntervalRecorder<double[]> recorder = new IntervalRecorder<>("shop", table, () -> 1234);
    recorder.countFrom(new double[] {40, 0, 0});
    List<RecordedEvent> events =
        FlightRecordings.during(
            "io.headwaiter.Interval",
            () -> {
              recorder.record(SECOND, new double[] {47, 3e6, 1});
              recorder.record(2 * SECOND, new double[] {49, Double.POSITIVE_INFINITY, 0});
            });
    assertThat(events).hasSize(2);
    RecordedEvent first = events.get(0);
    assertThat(first.getString("connector")).isEqualTo("shop");
    assertThat(first.getDouble("a")).isEqualTo(7);
    assertThat(first.getDouble("bMillis")).isEqualTo(3);
    assertThat(first.getString("c")).isEqualTo("database_connections");
    assertThat(events.get(1).getDouble("a")).isEqualTo(2);
    assertThat(events.get(1).getDouble("bMillis")).isNaN();
    assertThat(events.get(1).getString("c")).isEqualTo("cpu");
    assertThat(recorder.history().chunks().get(0).rows()).isEqualTo(2);
    assertThat(recorder.history().chunks().get(0).epochMillis(0)).isEqualTo(1234);
  }
}
