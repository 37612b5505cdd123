package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.results.LoadResult;
import io.headwaiter.lab.workload.Mix;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each mix of the bookstore against the served bookstore: every page is the one asked for. Nobody
 * thinks, so the server is busy all the time and would refuse some if it were asked to decide.
 */
class BookstoreLoadTest {
  private static final int VISITS = 60;

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

  private static void assertNothingFailed(LoadResult result) {
    assertThat(result.errorsByKind()).isEmpty();
    assertThat(result.sessions().completed()).isEqualTo(VISITS);
    assertThat(result.replies().successful()).isGreaterThan(VISITS);
  }

  @ParameterizedTest
  @EnumSource(names = {"BOOKSTORE_BROWSING", "BOOKSTORE_SHOPPING", "BOOKSTORE_ORDERING"})
  void fourteenInteractions(Mix mix) throws Exception {
    try (ServedShop shop = ServedShop.start("--app", "bookstore", "--admission", "off")) {
      assertNothingFailed(run(shop, mix, 1000));
    }
  }

  @ParameterizedTest
  @CsvSource({"BOOKSTORE_PROFILING,true", "BOOKSTORE_LOAD_1,true", "BOOKSTORE_LOAD_2,false"})
  void eightTypes(Mix mix, boolean entityAccess) throws Exception {
    String way = entityAccess ? "--entity-access" : "--cycle-kib=1";
    try (ServedShop shop =
        ServedShop.start(
            "--app", "bookstore", "--admission", "off", "--request-types", "8", way)) {
      LoadResult result = run(shop, mix, 100);
      assertNothingFailed(result);
      assertThat(result.responseMillisByInteraction())
          .containsKeys("Home", "Search", "Item", "AddToCart", "Register", "BuyConfirm");
    }
  }
}
