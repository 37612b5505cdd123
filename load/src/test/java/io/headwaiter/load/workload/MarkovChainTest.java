package io.headwaiter.load.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class MarkovChainTest {
  @Test
  void visitsMatchStayProbability() {
    MarkovChain chain = new MarkovChain(new double[][] {{0.75}});
    assertThat(chain.visits(0)[0]).isCloseTo(4, within(1e-12));
    assertThat(chain.next(0, 0.7)).isZero();
    assertThat(chain.next(0, 0.75)).isEqualTo(MarkovChain.LEFT);
  }

  @Test
  void unreachableStateHasNoVisits() {
    MarkovChain chain = new MarkovChain(new double[][] {{0, 0.5, 0}, {0.5, 0, 0}, {1, 0, 0}});
    double[] visits = chain.visits(0);
    assertThat(visits[0]).isCloseTo(4.0 / 3, within(1e-12));
    assertThat(visits[1]).isCloseTo(2.0 / 3, within(1e-12));
    assertThat(visits[2]).isZero();
  }

  @Test
  void rowSummingToOneIsNeverLeft() {
    double third = 1.0 / 3;
    double tenth = 0.1;
    double[] tenths = new double[12];
    java.util.Arrays.fill(tenths, 0, 10, tenth);
    double[][] rows = new double[12][];
    java.util.Arrays.fill(rows, tenths);
    MarkovChain chain = new MarkovChain(rows);
    assertThat(chain.next(0, Math.nextDown(1.0))).isBetween(0, 9);
    assertThat(new MarkovChain(new double[][] {{third}}).next(0, 0.34)).isEqualTo(MarkovChain.LEFT);
  }

  @Test
  void rejectsImpossibleChains() {
    assertThatThrownBy(() -> new MarkovChain(new double[][] {{1.1}})).hasMessageContaining("sum");
    assertThatThrownBy(() -> new MarkovChain(new double[][] {{-0.1}}))
        .hasMessageContaining("at least 0");
    MarkovChain forever = new MarkovChain(new double[][] {{0, 1}, {1, 0}});
    assertThatThrownBy(() -> forever.visits(0)).isInstanceOf(IllegalStateException.class);
  }

  @Property(tries = 20)
  void sharesAreStationary(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    double[][] rows = new double[4][4];
    for (double[] row : rows) {
      double sum = 0;
      for (int i = 0; i < row.length; i++) {
        row[i] = 0.05 + random.nextDouble();
        sum += row[i];
      }
      for (int i = 0; i < row.length; i++) {
        row[i] /= sum;
      }
    }
    MarkovChain chain = new MarkovChain(rows);
    double[] shares = chain.shares(2);
    for (int to = 0; to < 4; to++) {
      double inflow = 0;
      for (int from = 0; from < 4; from++) {
        inflow += shares[from] * chain.probability(from, to);
      }
      assertThat(inflow).isCloseTo(shares[to], within(1e-12));
    }
  }
}
