package io.headwaiter.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares the adaptive policy with the other two in a closed system in virtual time. Each customer
 * has a thread, computes, uses a connection several times with pauses in between, and computes
 * again.
 */
class AdaptivePolicyTest {
  /**
   * Returns names, workloads, the better of the two other policies, and the least ratio of its rate
   * to that of the worse.
   */
  static Stream<Arguments> workloads() {
    return Stream.of(
        Arguments.of(
            "a search of many rows, connections handed over slowly",
            new HeldPool.Work(30, 5, 100, 500, 50, 300, 2_000),
            HoldingPolicy.REQUEST,
            1.2),
        Arguments.of(
            "the same, handed over fast",
            new HeldPool.Work(30, 5, 100, 500, 50, 5, 2_000),
            HoldingPolicy.TRANSACTION,
            1.05),
        Arguments.of(
            "long computing between two queries",
            new HeldPool.Work(30, 5, 2, 5_000, 50_000, 300, 2_000),
            HoldingPolicy.TRANSACTION,
            2.0),
        Arguments.of(
            "connections for everybody",
            new HeldPool.Work(10, 20, 20, 500, 50, 300, 2_000),
            HoldingPolicy.REQUEST,
            1.2));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("workloads")
  void isWithinTwoPercentOfBetterPolicy(
      String name, HeldPool.Work work, HoldingPolicy better, double betterBy) {
    double request = new HeldPool(work, HoldingPolicy.REQUEST).requestsPerSecond();
    double transaction = new HeldPool(work, HoldingPolicy.TRANSACTION).requestsPerSecond();
    double adaptive = new HeldPool(work, HoldingPolicy.ADAPTIVE).requestsPerSecond();
    String scores =
        "%s: request %.1f, transaction %.1f, adaptive %.1f requests/s"
            .formatted(name, request, transaction, adaptive);
    double best = better == HoldingPolicy.REQUEST ? request : transaction;
    double worst = better == HoldingPolicy.REQUEST ? transaction : request;
    assertThat(best / worst).as(scores).isGreaterThan(betterBy);
    assertThat(adaptive / best).as(scores).isGreaterThan(0.98);
  }
}
