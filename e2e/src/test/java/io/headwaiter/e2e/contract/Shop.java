package io.headwaiter.e2e.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.admission.RefusalReason;
import java.net.InetSocketAddress;
import java.util.Arrays;
import java.util.Map;
import org.awaitility.Awaitility;

/** A protected server with one page, on a free port of the loopback, in any container. */
interface Shop extends AutoCloseable {
  /** No budget: new visits are refused, and claims are verified. */
  AdmissionPolicy SHUT =
      AdmissionPolicy.builder(1).grantNanos(0).verifyBelowNanos(Long.MAX_VALUE).build();

  /** Budget for one visit; claims are admitted unverified. */
  AdmissionPolicy ONE_VISIT =
      AdmissionPolicy.builder(1)
          .grantNanos(1_900)
          .budgetMaxNanos(1_900)
          .newVisitCostNanos(1_000)
          .abandonedCostNanos(100)
          .build();

  /** Budget for half a visit; claims are admitted unverified. */
  AdmissionPolicy NO_VISIT =
      AdmissionPolicy.builder(1)
          .grantNanos(500)
          .budgetMaxNanos(1_000)
          .newVisitCostNanos(1_000)
          .abandonedCostNanos(100)
          .build();

  /** No new visit is admitted, because work waits; the budget would allow many. */
  AdmissionPolicy BUSY =
      AdmissionPolicy.builder(1)
          .refillNanosPerSecond(1_000_000)
          .budgetMaxNanos(1_000_000)
          .verifyBelowNanos(Long.MAX_VALUE)
          .waitingMax(0)
          .build();

  int port();

  AdmissionGate gate();

  Map<String, Object> status();

  InetSocketAddress admin();

  /** Returns the number of open connections, at the door and behind it. */
  long connections();

  /** Stops the connector only, and closes the open connections. */
  void stop() throws Exception;

  /** Starts the connector again, after {@link #stop}. */
  void startAgain() throws Exception;

  @Override
  void close();

  /** Returns a number of the status page, by its path with dots. */
  default long status(String path) {
    return (long) number(path);
  }

  default double number(String path) {
    Object value = status();
    for (String name : path.split("\\.", -1)) {
      value = ((Map<?, ?>) value).get(name);
    }
    return ((Number) value).doubleValue();
  }

  /**
   * Checks that each connection was admitted, or refused at the door for one reason. Call it while
   * no connection is undecided or waits.
   */
  default void assertThatEverybodyIsCounted() {
    GateCounters counters = gate().counters();
    long refusedAtTheDoor =
        Arrays.stream(RefusalReason.values())
            .filter(reason -> !reason.isAfterAdmission())
            .mapToLong(counters::refusedTotal)
            .sum();
    assertThat(status("arrived")).isEqualTo(counters.admittedTotal() + refusedAtTheDoor);
  }

  /** Waits until a number of the status page has this value. */
  default void await(String path, long expected) {
    Awaitility.await().alias(path).until(() -> status(path), value -> value == expected);
  }

  default void awaitNobodyConnected() {
    Awaitility.await()
        .alias("connections still counted")
        .until(() -> connections() == 0 && status("undecided") == 0);
  }
}
