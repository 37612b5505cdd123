package io.headwaiter.e2e;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.lab.server.Keystore;
import io.headwaiter.load.HttpVersion;
import io.headwaiter.load.LoadGenerator;
import io.headwaiter.load.LoadOptions;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.workload.Mix;
import io.headwaiter.load.workload.SupplierInteraction;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Business clients against the served supplier, whose payments and shipments are services of a
 * second process: every reply is the one to its message.
 */
@Tag("once")
@Timeout(400)
class SupplierLoadTest {
  private static final int VISITS = 60;

  @TempDir private Path folder;

  private static ServedShop supplier(Keystore key, String... more) throws Exception {
    List<String> flags =
        new ArrayList<>(List.of("--app", "supplier", "--admission", "off", "--admin-port", "0"));
    flags.addAll(List.of("--keystore", key.file().toString()));
    flags.addAll(List.of("--keystore-password", key.password()));
    flags.addAll(List.of(more));
    return ServedShop.startWith(flags.toArray(String[]::new));
  }

  private static void serves(ServedShop shop, Mix mix, HttpVersion http) throws Exception {
    LoadOptions options =
        LoadOptions.builder(shop.uri("/"))
            .mix(mix)
            .httpVersion(http)
            .users(1000)
            .items(1000)
            .thinkScale(0)
            .closedPopulation(4)
            .patience(Duration.ofSeconds(60))
            .warmup(Duration.ZERO)
            .duration(Duration.ofSeconds(120))
            .maxSessions(VISITS)
            .build();
    try (LoadGenerator generator = new LoadGenerator(options)) {
      LoadResult result = generator.run(progress -> {});
      assertThat(result.errorsByKind()).as(mix.label()).isEmpty();
      assertThat(result.sessions().completed()).as(mix.label()).isEqualTo(VISITS);
      assertThat(result.responseMillisByInteraction().keySet())
          .isSubsetOf(
              Arrays.stream(SupplierInteraction.values()).map(SupplierInteraction::label).toList())
          .contains("CreateOrder", "OrderStatus", "ProductDetail", "ChangePaymentMethod");
    }
  }

  @Test
  void servesBusinessClientsWithRemoteServices() throws Exception {
    Keystore key = Keystore.create(folder);
    try (ServedShop partner = supplier(key)) {
      String address = partner.uri("/").toString();
      try (ServedShop shop =
          supplier(
              key,
              "--payment-service",
              address,
              "--shipment-service",
              address,
              "--service-trust",
              key.file().toString(),
              "--service-trust-password",
              key.password())) {
        serves(shop, Mix.SUPPLIER, HttpVersion.HTTP_1_1);
        serves(shop, Mix.SUPPLIER_XML, HttpVersion.HTTP_1_1);
        serves(shop, Mix.SUPPLIER, HttpVersion.HTTP_2);
      }
    }
  }
}
