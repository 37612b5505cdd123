package io.headwaiter.load.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.StringReader;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BookstoreWorkloadTest {
  private static final BookstoreSite SITE = new BookstoreSite(2880, 1000);
  private static final double THINK_NANOS = 7e9;

  private static Map<String, Double> published(Mix mix) throws IOException {
    String file = mix.label().replace("bookstore-", "tpcw-share-") + ".csv";
    Map<String, Double> shares = new HashMap<>();
    try (InputStream in = BookstoreWorkloadTest.class.getResourceAsStream(file)) {
      new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .skip(2)
          .map(line -> line.split(",", -1))
          .forEach(cells -> shares.put(cells[0], Double.valueOf(cells[1])));
    }
    return shares;
  }

  /** The published figures have two decimals, so they are exact to 0.01 points. */
  @ParameterizedTest
  @EnumSource(names = {"BOOKSTORE_BROWSING", "BOOKSTORE_SHOPPING", "BOOKSTORE_ORDERING"})
  void chainHasPublishedShares(Mix mix) throws IOException {
    double[] shares = BookstoreChain.of(mix).shares(BookstoreInteraction.HOME.number());
    Map<String, Double> published = published(mix);
    assertThat(published).hasSize(14);
    for (BookstoreInteraction interaction : BookstoreInteraction.values()) {
      assertThat(100 * shares[interaction.number()])
          .as(interaction.label())
          .isCloseTo(published.get(interaction.label()), within(0.01));
    }
    assertThat(Arrays.stream(shares).sum()).isCloseTo(1, within(1e-12));
  }

  /** A misprint in many copies makes a cart share of 11.15 instead of 11.60 %. */
  @Test
  void misprintedEntryChangesCartShare() throws IOException {
    String resource = "tpcw-shopping.csv";
    String wrong;
    try (InputStream in = BookstoreChain.class.getResourceAsStream(resource)) {
      wrong =
          new String(in.readAllBytes(), StandardCharsets.UTF_8)
              .replace("ShoppingCart,Home,6967", "ShoppingCart,Home,7407")
              .replace("ShoppingCart,ShoppingCart,447", "ShoppingCart,ShoppingCart,7");
    }
    MarkovChain chain = BookstoreChain.read(new BufferedReader(new StringReader(wrong)), resource);
    double cart = chain.shares(0)[BookstoreInteraction.SHOPPING_CART.number()];
    assertThat(100 * cart).isCloseTo(11.15, within(0.01));
  }

  private static Map<String, Integer> walked(Mix mix, int visits) {
    Workload workload =
        new BookstoreWorkload(
            mix, SITE, BookstoreWorkload.MINIMUM_IN_THINK_TIMES * THINK_NANOS, 1000);
    SplittableRandom random = new SplittableRandom(9);
    ThinkTime think = new ThinkTime(THINK_NANOS);
    Map<String, Integer> counts = new HashMap<>();
    for (int i = 0; i < visits; i++) {
      Customer customer = workload.newCustomer(random);
      long elapsed = 0;
      Optional<Step> step = customer.next(elapsed);
      assertThat(step.orElseThrow().interaction()).isEqualTo(BookstoreInteraction.HOME);
      while (step.isPresent()) {
        counts.merge(step.get().interaction().label(), 1, Integer::sum);
        elapsed += think.nextNanos(random);
        step = customer.next(elapsed);
      }
      assertThat(customer.next(elapsed)).isEmpty();
    }
    return counts;
  }

  @ParameterizedTest
  @CsvSource({"BOOKSTORE_BROWSING, 128", "BOOKSTORE_SHOPPING, 131", "BOOKSTORE_ORDERING, 135"})
  void simulatedVisitsHavePublishedShares(Mix mix, double meanLength) throws IOException {
    int visits = 4000;
    Map<String, Integer> counts = walked(mix, visits);
    double total = counts.values().stream().mapToInt(Integer::intValue).sum();
    published(mix)
        .forEach(
            (name, percent) ->
                assertThat(100.0 * counts.getOrDefault(name, 0) / total)
                    .as(name)
                    .isCloseTo(percent, within(0.02 + 0.03 * percent)));
    // 15 min in think times of 7 s, less the effect of truncation at four means (e^-4), then to
    // Home
    double atLeast = BookstoreWorkload.MINIMUM_IN_THINK_TIMES * (1 - Math.exp(-4));
    assertThat(total / visits).isGreaterThan(0.95 * atLeast).isCloseTo(meanLength, within(9.0));
  }

  @Test
  void visitWithoutMinimumIsOneRound() {
    Workload workload = new BookstoreWorkload(Mix.BOOKSTORE_ORDERING, SITE, 0, 1000);
    SplittableRandom random = new SplittableRandom(4);
    int requests = 0;
    for (int i = 0; i < 20_000; i++) {
      Customer customer = workload.newCustomer(random);
      while (customer.next(0).isPresent()) {
        requests++;
      }
    }
    double homeShare =
        BookstoreChain.of(Mix.BOOKSTORE_ORDERING).shares(0)[BookstoreInteraction.HOME.number()];
    assertThat(requests / 20_000.0).isCloseTo(1 / homeShare, within(0.25));
  }

  @Test
  void visitEndsAtBound() {
    Workload workload = new BookstoreWorkload(Mix.BOOKSTORE_SHOPPING, SITE, 1e18, 37);
    Customer customer = workload.newCustomer(new SplittableRandom(1));
    int requests = 0;
    while (customer.next(0).isPresent()) {
      requests++;
    }
    assertThat(requests).isEqualTo(37);
  }

  @Test
  void fourOfFiveCustomersAreKnown() {
    int known = 0;
    SplittableRandom random = new SplittableRandom(2);
    Workload workload = new BookstoreWorkload(Mix.BOOKSTORE_SHOPPING, SITE, 0, 1);
    for (int i = 0; i < 10_000; i++) {
      String target = workload.newCustomer(random).next(0).orElseThrow().target();
      known += target.contains("customerId=") ? 1 : 0;
    }
    assertThat(known).isBetween(7850, 8150);
  }

  @Property(tries = 40)
  void everyTargetIsUriWithItsPath(@ForAll long seed, @ForAll Mix mix) {
    if (mix.site() == Mix.Site.AUCTION || mix.site() == Mix.Site.SUPPLIER) {
      return;
    }
    Workload workload =
        mix.site() == Mix.Site.BOOKSTORE
            ? new BookstoreWorkload(mix, SITE, 1e12, 200)
            : new EightTypeWorkload(PoolPaperLoad.of(mix), SITE, 200);
    Customer one = workload.newCustomer(new SplittableRandom(seed));
    Customer two = workload.newCustomer(new SplittableRandom(seed));
    for (Optional<Step> step = one.next(0); step.isPresent(); step = one.next(0)) {
      assertThat(two.next(0)).isEqualTo(step);
      URI target = URI.create(step.get().target());
      assertThat(target.getPath()).isEqualTo(step.get().interaction().path());
      assertThat(target.toString()).matches("[!-~]+");
    }
    assertThat(two.next(0)).isEmpty();
  }

  @Test
  void usesContentOfPages() {
    Customer customer =
        new BookstoreWorkload(Mix.BOOKSTORE_SHOPPING, SITE, 1e18, 1000)
            .newCustomer(new SplittableRandom(6));
    String page = "<a href=\"/x?itemId=901&amp;customerId=77&amp;cartId=5\"><h1>";
    boolean cartSeen = false;
    for (int i = 0; i < 300; i++) {
      Step step = customer.next(0).orElseThrow();
      String heading = ((BookstoreInteraction) step.interaction()).heading();
      byte[] bytes = (page + heading + ": more</h1>").getBytes(StandardCharsets.UTF_8);
      if (i > 0) {
        cartSeen |= step.target().contains("cartId=5");
        assertThat(step.target()).doesNotContain("itemId=0");
      }
      assertThat(customer.read(step.interaction(), bytes, bytes.length)).isTrue();
      byte[] other = "<h1>Out of order</h1>".getBytes(StandardCharsets.UTF_8);
      assertThat(customer.read(step.interaction(), other, other.length)).isFalse();
    }
    assertThat(cartSeen).isTrue();
  }

  @Test
  void numbersHaveNamesOfTpcw() {
    assertThat(Digsyl.of(207, 0)).isEqualTo("ALBAUL");
    assertThat(Digsyl.of(207, 7)).isEqualTo("BABABABAALBAUL");
    assertThat(Digsyl.of(1_345_689, 7)).isEqualTo("OGRIRESEATINNG");
    assertThat(NuRand.ofCustomers(2880).a()).isEqualTo(1023);
    assertThat(NuRand.ofCustomers(10_000).a()).isEqualTo(4095);
    assertThat(NuRand.ofCustomers(288_000).a()).isEqualTo(65_535);
    assertThat(NuRand.ofWords(1000, 200).a()).isEqualTo(63);
    assertThat(NuRand.ofWords(10_000, 2000).a()).isEqualTo(511);
    assertThat(NuRand.ofWords(100_000, 20_000).a()).isEqualTo(4095);
  }

  @Property(tries = 100)
  void drawsStayInRange(@ForAll long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    NuRand customers = NuRand.ofCustomers(2880);
    for (int i = 0; i < 200; i++) {
      assertThat(customers.next(random)).isBetween(1, 2880);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "Home,NewProducts|line 1",
        "Home,Nowhere,5|line 1",
        "Home,NewProducts,-5|line 1",
        "Home,NewProducts,5|from Home sum to 5; they must sum to 9999"
      })
  void rejectsInvalidTable(String line, String expected) {
    assertThatThrownBy(
            () -> BookstoreChain.read(new BufferedReader(new StringReader(line)), "table"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(expected);
  }
}
