package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import io.headwaiter.apps.bookstore.Bookstore;
import io.headwaiter.apps.bookstore.BookstoreOptions;
import io.headwaiter.apps.bookstore.BookstoreScale;
import io.headwaiter.baseline.TomcatOptions;
import io.headwaiter.baseline.TomcatServer;
import io.headwaiter.lab.database.DatabaseKind;
import io.headwaiter.lab.database.DatabaseServer;
import io.headwaiter.lab.experiment.Keystore;
import io.headwaiter.lab.load.LoadGenerator;
import io.headwaiter.lab.load.LoadOptions;
import io.headwaiter.lab.results.LoadResult;
import io.headwaiter.lab.workload.Mix;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The bookstore on database servers: customers of every mix get what they ask for, several at a
 * time. What each page does is tested on H2, in the module of the shops.
 */
@Timeout(180)
class BookstoreDatabasesTest {
  private static final BookstoreScale SMALL = BookstoreScale.poolPaper();
  private static final int CLIENTS = 3;

  private static Keystore keystore;

  @BeforeAll
  static void makeKey(@TempDir Path folder) throws Exception {
    keystore = Keystore.create(folder);
  }

  @ParameterizedTest
  @EnumSource
  void customersOfEveryMixAreServed(DatabaseKind kind) throws Exception {
    DatabaseServer server = TestDatabases.running(kind);
    try (HikariDataSource source =
        DataSources.pool(
            server.jdbcUrl(), server.user(), server.password(), 8, Duration.ofSeconds(20))) {
      Bookstore.createAndFill(source, SMALL, 7);
      // Who finds it filled does nothing, and who wants another one is told.
      Bookstore.createAndFill(source, SMALL, 7);
      assertThatThrownBy(() -> Bookstore.createAndFill(source, SMALL, 8))
          .hasMessageContaining("The database holds a bookstore with seed 7");
      assertThat(
              visits(
                  source,
                  BookstoreOptions.plain(),
                  List.of(Mix.BOOKSTORE_BROWSING, Mix.BOOKSTORE_SHOPPING, Mix.BOOKSTORE_ORDERING)))
          .hasSizeGreaterThanOrEqualTo(12)
          .contains("BestSellers", "SearchResults", "BuyRequest", "BuyConfirm", "OrderDisplay");
      assertThat(
              visits(
                  source,
                  BookstoreOptions.poolPaper(0),
                  List.of(Mix.BOOKSTORE_PROFILING, Mix.BOOKSTORE_LOAD_1, Mix.BOOKSTORE_LOAD_2)))
          .contains("Search", "Item", "AddToCart", "BuyRequest", "BuyConfirm");
    }
  }

  /** What was asked for; all of it was answered as it should be. */
  private static Set<String> visits(
      HikariDataSource source, BookstoreOptions options, List<Mix> mixes) throws Exception {
    Set<String> seen = new HashSet<>();
    try (TomcatServer shop = serve(source, options)) {
      for (Mix mix : mixes) {
        LoadOptions load = load(shop, mix, mix.site() == Mix.Site.BOOKSTORE ? 1 : 5);
        try (LoadGenerator generator = new LoadGenerator(load)) {
          LoadResult result = generator.run(progress -> {});
          assertThat(result.errorsByKind()).as(mix.label()).isEmpty();
          assertThat(result.sessions().completed()).isEqualTo(load.run().maxSessions());
          seen.addAll(result.responseMillisByInteraction().keySet());
        }
      }
    }
    return seen;
  }

  private static LoadOptions load(TomcatServer shop, Mix mix, int visitsEach) {
    return LoadOptions.builder(URI.create("https://127.0.0.1:" + shop.port() + "/"))
        .mix(mix)
        .users(SMALL.customers())
        .items(SMALL.items())
        .thinkScale(0)
        .closedPopulation(CLIENTS)
        .imageConnections(0)
        .patience(Duration.ofSeconds(60))
        .warmup(Duration.ZERO)
        .duration(Duration.ofSeconds(120))
        .maxSessions((long) CLIENTS * visitsEach)
        .build();
  }

  private static TomcatServer serve(HikariDataSource source, BookstoreOptions options)
      throws Exception {
    TomcatOptions tls =
        new TomcatOptions(
            TomcatOptions.STOCK_PROTOCOL,
            "127.0.0.1",
            0,
            keystore.file(),
            keystore.password(),
            Map.of());
    return TomcatServer.start(tls, context -> Bookstore.install(context, source, options));
  }
}
