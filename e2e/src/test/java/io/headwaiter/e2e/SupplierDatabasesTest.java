package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import io.headwaiter.apps.DataSources;
import io.headwaiter.apps.supplier.BusinessLogic;
import io.headwaiter.apps.supplier.Supplier;
import io.headwaiter.apps.supplier.SupplierOptions;
import io.headwaiter.apps.supplier.SupplierScale;
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
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The supplier on database servers: clients get replies to all messages, several at a time. */
@Timeout(400)
@Tag("once")
class SupplierDatabasesTest {
  private static final SupplierScale SMALL = new SupplierScale(100, 20);
  private static final int CLIENTS = 4;
  private static final int VISITS = 40;

  private static Keystore keystore;

  @BeforeAll
  static void makeKey(@TempDir Path folder) throws Exception {
    keystore = Keystore.create(folder);
  }

  @ParameterizedTest
  @EnumSource
  void servesBusinessClients(DatabaseKind kind) throws Exception {
    DatabaseServer database = TestDatabases.running(kind);
    try (HikariDataSource source =
        DataSources.pool(
            database.jdbcUrl(), database.user(), database.password(), 8, Duration.ofSeconds(20))) {
      Supplier.createAndFill(source, SMALL, 7);
      // Does nothing on a filled database, and rejects another supplier.
      Supplier.createAndFill(source, SMALL, 7);
      assertThatThrownBy(() -> Supplier.createAndFill(source, SMALL, 8))
          .hasMessageContaining("The database holds a supplier with seed 7");
      TomcatOptions tls =
          new TomcatOptions(
              TomcatOptions.STOCK_PROTOCOL,
              "127.0.0.1",
              0,
              keystore.file(),
              keystore.password(),
              Map.of());
      SupplierOptions options = SupplierOptions.local(BusinessLogic.LIGHT);
      try (TomcatServer shop =
          TomcatServer.start(tls, context -> Supplier.install(context, source, options))) {
        visits(shop, Mix.SUPPLIER);
        visits(shop, Mix.SUPPLIER_XML);
      }
    }
  }

  private static void visits(TomcatServer shop, Mix mix) throws InterruptedException {
    LoadOptions options =
        LoadOptions.builder(URI.create("https://127.0.0.1:" + shop.port() + "/"))
            .mix(mix)
            .users(SMALL.customers())
            .items(SMALL.items())
            .thinkScale(0)
            .closedPopulation(CLIENTS)
            .patience(Duration.ofSeconds(60))
            .warmup(Duration.ZERO)
            .duration(Duration.ofSeconds(120))
            .maxSessions(VISITS)
            .build();
    try (LoadGenerator generator = new LoadGenerator(options)) {
      LoadResult result = generator.run(progress -> {});
      assertThat(result.errorsByKind()).as(mix.label()).isEmpty();
      assertThat(result.sessions().completed()).isEqualTo(VISITS);
      assertThat(result.responseMillisByInteraction())
          .containsKeys("CreateOrder", "OrderStatus", "NewProducts", "ProductDetail");
    }
  }
}
