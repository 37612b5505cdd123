package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.workload.Mix;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Each mix of the bookstore against the served bookstore: every page is the one asked for. There is
 * no think time, so the server is always busy, and would refuse some visits with admission on.
 */
@Tag("once")
class BookstoreLoadTest {
  private static final int VISITS = 40;

  private static LoadResult run(ServedShop shop, Mix mix, int items) throws Exception {
    LoadOptions options =
        LoadOptions.builder(shop.uri("/"))
            .mix(mix)
            .users(2880)
            .items(items)
            .thinkScale(0)
            .closedPopulation(4)
            .imageConnections(2)
            .patience(Duration.ofSeconds(60))
            .warmup(Duration.ZERO)
            .duration(Duration.ofSeconds(120))
            .maxSessions(VISITS)
            .build();
    try (LoadGenerator generator = new LoadGenerator(options)) {
      return generator.run(progress -> {});
    }
  }

  private static LoadResult good(ServedShop shop, Mix mix, int items) throws Exception {
    LoadResult result = run(shop, mix, items);
    assertThat(result.errorsByKind()).as(mix.label()).isEmpty();
    assertThat(result.sessions().completed()).as(mix.label()).isEqualTo(VISITS);
    return result;
  }

  private static ServedShop bookstore(String... more) throws Exception {
    String[] options = {"--app", "bookstore", "--admission", "off", "--admin-port", "0"};
    return ServedShop.startWith(
        Stream.concat(Arrays.stream(options), Arrays.stream(more)).toArray(String[]::new));
  }

  @Test
  void servesMixesOfFourteenInteractions() throws Exception {
    Set<String> seen = new HashSet<>();
    try (ServedShop shop = bookstore()) {
      for (Mix mix :
          List.of(Mix.BOOKSTORE_BROWSING, Mix.BOOKSTORE_SHOPPING, Mix.BOOKSTORE_ORDERING)) {
        seen.addAll(good(shop, mix, 1000).responseMillisByInteraction().keySet());
      }
    }
    assertThat(seen).contains("Home", "BestSellers", "SearchResults", "ShoppingCart", "BuyConfirm");
  }

  /** The profile knows the database use of each request, also if its calls share one connection. */
  @Test
  void servesEightTypesAndProfilesConnectionRequests() throws Exception {
    String flags =
        "--request-types 8 --entity-access --cycle-micros 10 --connection-policy request";
    try (ServedShop shop = bookstore(flags.split(" ", -1))) {
      assertThat(good(shop, Mix.BOOKSTORE_PROFILING, 100).responseMillisByInteraction())
          .containsKeys("Home", "Search", "Item", "AddToCart", "Register", "BuyConfirm");
      good(shop, Mix.BOOKSTORE_LOAD_1, 100);
      good(shop, Mix.BOOKSTORE_LOAD_2, 100);
      // One call for the list, and two for each of 50 books.
      assertThat(shop.admin("/status"))
          .containsPattern("\"/Search\":\\{[^}]*\"connectionRequests\":101\\.0");
    }
  }
}
