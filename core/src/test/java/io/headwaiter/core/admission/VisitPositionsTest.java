package io.headwaiter.core.admission;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.admission.Decision.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class VisitPositionsTest {
  private static final AdmissionPolicy KEEPS_HALF =
      AdmissionPolicy.builder(1)
          .newVisitCostNanos(100)
          .abandonedCostNanos(0)
          .waitingMax(0)
          .continuingPart(0.5)
          .build();

  private static VisitPositions places(long secret) {
    return new VisitPositions(new SecretHash(secret));
  }

  private static List<Long> inOrder(long secret, int visits) {
    VisitPositions places = places(secret);
    return LongStream.rangeClosed(1, visits)
        .boxed()
        .sorted(Comparator.comparingDouble(places::placeOf))
        .toList();
  }

  private static AdmissionGate gate(long secret) {
    return new AdmissionGate(KEEPS_HALF, () -> 0, CourtesyBudget.NONE, /* shadow= */ false, secret);
  }

  @Property(tries = 200)
  void visitKeepsItsPlace(@ForAll long secret, @ForAll long visit) {
    double place = places(secret).placeOf(visit);
    assertThat(place).isGreaterThanOrEqualTo(0).isLessThan(1);
    assertThat(places(secret).placeOf(visit)).isEqualTo(place);
  }

  @Test
  void orderDependsOnSecret() {
    assertThat(inOrder(1, 1000)).isNotEqualTo(inOrder(2, 1000));
    assertThat(inOrder(1, 1000)).isNotEqualTo(inOrder(1L << 63 | 1, 1000));
    assertThat(inOrder(1, 1000)).isEqualTo(inOrder(1, 1000));
  }

  /** Names that go on under one secret go on by chance under the next. */
  @Property(tries = 20)
  void placesUnderTwoSecretsAreIndependent(@ForAll long secret, @ForAll long another) {
    if (secret == another) {
      return;
    }
    VisitPositions first = places(secret);
    VisitPositions second = places(another);
    long[] kept =
        LongStream.range(1_700_000_000_000L, 1_700_000_010_000L)
            .filter(visit -> first.placeOf(visit) < 0.1)
            .toArray();
    assertThat(kept.length).isBetween(800, 1200);
    long keptAgain = LongStream.of(kept).filter(visit -> second.placeOf(visit) < 0.5).count();
    assertThat((double) keptAgain / kept.length).isBetween(0.4, 0.6);
  }

  @Test
  void gateDecisionDependsOnSecret() {
    AdmissionGate gate = gate(11);
    AdmissionGate same = gate(11);
    AdmissionGate other = gate(12);
    int different = 0;
    for (long visit = 1; visit <= 1000; visit++) {
      Outcome outcome = gate.decideContinuing(visit, 0).outcome();
      assertThat(same.decideContinuing(visit, 0).outcome()).isEqualTo(outcome);
      different += other.decideContinuing(visit, 0).outcome() == outcome ? 0 : 1;
    }
    assertThat(different).isBetween(400, 600);
  }
}
