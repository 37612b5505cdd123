package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import io.headwaiter.apps.bookstore.Bookstore;
import io.headwaiter.apps.bookstore.BookstoreOptions;
import io.headwaiter.apps.bookstore.BookstorePages;
import io.headwaiter.apps.bookstore.BookstoreScale;
import io.headwaiter.baseline.TomcatOptions;
import io.headwaiter.baseline.TomcatServer;
import io.headwaiter.lab.database.DatabaseKind;
import io.headwaiter.lab.database.DatabaseServer;
import io.headwaiter.lab.database.TestDatabases;
import io.headwaiter.lab.server.Keystore;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.workload.Mix;
import io.headwaiter.tomcat.TestClient;
import io.headwaiter.tomcat.TlsConnection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * The bookstore on database servers: customers of every mix get what they ask for, several at a
 * time. The apps module tests on H2 what each page does.
 */
@Timeout(400)
@Tag("once")
class BookstoreDatabasesTest {
  private static final BookstoreScale SMALL = BookstoreScale.poolPaper();
  private static final int CLIENTS = 3;
  private static final int VISITS = 30;

  /** A query for each of the pages, in their order; the fifth customer is SE, password se. */
  private static final List<String> PAGES =
      List.of(
          "?customerId=5",
          "?subject=ARTS",
          "?subject=COOKING",
          "?itemId=7",
          "",
          "?searchType=title&searchString=ba",
          "?itemId=7",
          "?customerId=5",
          "?userName=SE&password=se&cartId=1",
          "?customerId=5&cartId=1&cardType=VISA&cardNumber=1234567890123456&cardName=A&cardMonths=1"
              + "&shipping=AIR",
          "?customerId=5",
          "?userName=SE&password=se",
          "?itemId=7",
          "?itemId=7&newCost=12.34&newImage=/image5/7.png&newThumbnail=/thumb/7.png");

  private static Keystore keystore;

  @BeforeAll
  static void makeKey(@TempDir Path folder) throws Exception {
    keystore = Keystore.create(folder);
  }

  @ParameterizedTest
  @EnumSource
  void servesCustomersOfEveryMix(DatabaseKind kind) throws Exception {
    DatabaseServer server = TestDatabases.running(kind);
    try (HikariDataSource source =
        DataSources.pool(
            server.jdbcUrl(), server.user(), server.password(), 8, Duration.ofSeconds(20))) {
      Bookstore.createAndFill(source, SMALL, 7);
      // Does nothing on a filled database, and rejects another bookstore.
      Bookstore.createAndFill(source, SMALL, 7);
      assertThatThrownBy(() -> Bookstore.createAndFill(source, SMALL, 8))
          .hasMessageContaining("The database holds a bookstore with seed 7");
      try (TomcatServer shop = serve(source, BookstoreOptions.plain())) {
        BookstorePages[] pages = BookstorePages.values();
        assertThat(PAGES).hasSameSizeAs(pages);
        for (int i = 0; i < pages.length; i++) {
          assertThat(get(shop, pages[i].path() + PAGES.get(i)))
              .startsWith("HTTP/1.1 200")
              .contains("<h1>" + pages[i].heading());
        }
        // A database may treat SE and se as equal.
        assertThat(get(shop, "/OrderDisplay?userName=SE&password=SE")).startsWith("HTTP/1.1 403");
        assertThat(
                visits(
                    shop,
                    VISITS,
                    Mix.BOOKSTORE_BROWSING,
                    Mix.BOOKSTORE_SHOPPING,
                    Mix.BOOKSTORE_ORDERING))
            .contains("BestSellers", "SearchResults", "ShoppingCart", "BuyRequest", "BuyConfirm");
      }
      try (TomcatServer shop = serve(source, BookstoreOptions.poolPaper(0))) {
        assertThat(
                visits(
                    shop,
                    VISITS / 5,
                    Mix.BOOKSTORE_PROFILING,
                    Mix.BOOKSTORE_LOAD_1,
                    Mix.BOOKSTORE_LOAD_2))
            .contains("Search", "Item", "AddToCart");
      }
    }
  }

  private static String get(TomcatServer shop, String target) throws Exception {
    TestClient client = new TestClient("TLSv1.3");
    try (TlsConnection connection = client.connect(shop.port(), hello -> hello)) {
      connection.handshake();
      connection.send(client.request().replace("GET / ", "GET " + target + " "));
      return connection.readAll();
    }
  }

  /** Returns the interactions that were requested; all of them were answered correctly. */
  private static Set<String> visits(TomcatServer shop, int visits, Mix... mixes)
      throws InterruptedException {
    Set<String> seen = new HashSet<>();
    for (Mix mix : mixes) {
      try (LoadGenerator generator = new LoadGenerator(load(shop, mix, visits))) {
        LoadResult result = generator.run(progress -> {});
        assertThat(result.errorsByKind()).as(mix.label()).isEmpty();
        assertThat(result.sessions().completed()).isEqualTo(visits);
        seen.addAll(result.responseMillisByInteraction().keySet());
      }
    }
    return seen;
  }

  private static LoadOptions load(TomcatServer shop, Mix mix, int visits) {
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
        .maxSessions(visits)
        .build();
  }

  private static TomcatServer serve(HikariDataSource source, BookstoreOptions options)
      throws IOException {
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
