package io.headwaiter.load.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PlainWorkloadTest {
  private static final int VISITS = 20_000;

  private static PlainWorkload visits(double mean, boolean fixed, String... pages) {
    return new PlainWorkload(mean, fixed, List.of(pages), List.of());
  }

  private static int length(PlainWorkload workload, SplittableRandom random) {
    Customer customer = workload.newCustomer(random);
    int length = 0;
    while (customer.next(0).isPresent()) {
      length++;
    }
    assertThat(customer.next(0)).isEmpty();
    return length;
  }

  @Test
  void lengthsAreGeometric() {
    for (double mean : new double[] {1, 1.5, 8, 30}) {
      SplittableRandom random = new SplittableRandom(7);
      double sum = 0;
      double squares = 0;
      int ones = 0;
      for (int i = 0; i < VISITS; i++) {
        int length = length(visits(mean, false, "/"), random);
        assertThat(length).isBetween(1, PlainWorkload.MOST_REQUESTS);
        sum += length;
        squares += (double) length * length;
        ones += length == 1 ? 1 : 0;
      }
      double standardDeviation = Math.sqrt(mean * (mean - 1));
      double standardError = standardDeviation / Math.sqrt(VISITS);
      assertThat(sum / VISITS).isCloseTo(mean, within(4 * standardError + 1e-9));
      double variance = squares / VISITS - Math.pow(sum / VISITS, 2);
      assertThat(variance).isCloseTo(mean * (mean - 1), within(0.1 * mean * mean));
      assertThat((double) ones / VISITS).isCloseTo(1 / mean, within(0.02));
    }
  }

  @Test
  void fixedLengthsAreExact() {
    SplittableRandom random = new SplittableRandom(7);
    for (int length : new int[] {1, 8, PlainWorkload.MOST_REQUESTS}) {
      for (int i = 0; i < 20; i++) {
        assertThat(length(visits(length, true, "/"), random)).isEqualTo(length);
      }
    }
  }

  @Test
  void pagesHaveEqualChances() {
    String[] pages = {"/a", "/b?id=1", "/b?id=2", "/c"};
    Customer customer = visits(1000, true, pages).newCustomer(new SplittableRandom(3));
    Map<String, Integer> asked = new HashMap<>();
    for (Optional<Step> next = customer.next(0); next.isPresent(); next = customer.next(0)) {
      Step step = next.get();
      asked.merge(step.target(), 1, Integer::sum);
      assertThat(step.interaction().label()).isEqualTo(step.target());
      assertThat(step.interaction().path()).isIn("/a", "/b", "/c");
      assertThat(pages[step.interaction().number()]).isEqualTo(step.target());
      assertThat(step.interaction().method()).isEqualTo("GET");
    }
    assertThat(asked).containsOnlyKeys(pages);
    // Binomial, 1000 trials of 1/4: 250 with a standard deviation of 13.7.
    assertThat(asked.values()).allSatisfy(count -> assertThat(count).isBetween(195, 305));
  }

  @Test
  void sameSeedGivesSameVisits() {
    PlainWorkload workload = visits(8, false, "/a", "/b");
    for (long seed = 0; seed < 20; seed++) {
      Customer one = workload.newCustomer(new SplittableRandom(seed));
      Customer other = workload.newCustomer(new SplittableRandom(seed));
      for (Optional<Step> next = one.next(0); next.isPresent(); next = one.next(0)) {
        assertThat(other.next(0)).isEqualTo(next);
      }
      assertThat(other.next(0)).isEmpty();
    }
  }

  @Test
  void acceptsAnyPageAndEmbedsAssets() {
    PlainWorkload workload = new PlainWorkload(2, true, List.of("/"), List.of("/a.css", "/b.png"));
    Customer customer = workload.newCustomer(new SplittableRandom(1));
    Step step = customer.next(0).orElseThrow();
    assertThat(customer.read(step.interaction(), new byte[] {'?'}, 1)).isTrue();
    assertThat(customer.images()).containsExactly("/a.css", "/b.png");
  }

  @Test
  void rejectsValuesOutOfRangeWithAllowedRange() {
    refused(0.5, false, List.of("/"), List.of(), "0.5 requests", "a mean", "1 to 100");
    refused(Double.NaN, false, List.of("/"), List.of(), "NaN requests");
    refused(101, false, List.of("/"), List.of(), "101.0 requests", "1 to 100.");
    refused(2.5, true, List.of("/"), List.of(), "2.5 requests", "a whole number", "1 to 1000");
    refused(1001, true, List.of("/"), List.of(), "1001.0 requests");
    refused(8, false, List.of(), List.of(), "0 targets of pages", "1 to 100");
    refused(8, false, List.of("index"), List.of(), "page index", "/page?id=1");
    refused(8, false, List.of("/a b"), List.of(), "page /a b");
    refused(8, false, List.of("/a\r\nHost: x"), List.of(), "printable");
    refused(8, false, List.of("/" + "a".repeat(2000)), List.of(), "at most 2000");
    refused(8, false, List.of("/a", "/a"), List.of(), "page is given twice");
    refused(8, false, List.of("/"), List.of("a.css"), "asset a.css");
    List<String> many = IntStream.range(0, 65).mapToObj(i -> "/" + i).toList();
    refused(8, false, List.of("/"), many, "65 targets of assets", "0 to 64");
  }

  private static void refused(
      double mean, boolean fixed, List<String> pages, List<String> assets, String... words) {
    assertThatThrownBy(() -> new PlainWorkload(mean, fixed, pages, assets))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContainingAll(words);
  }
}
