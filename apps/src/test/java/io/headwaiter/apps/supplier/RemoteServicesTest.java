package io.headwaiter.apps.supplier;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.zaxxer.hikari.HikariDataSource;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicReference;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payment and shipment in another server, called over TLS. */
@Tag("slow")
@Timeout(120)
class RemoteServicesTest {
  @TempDir private static Path folder;

  private static TestKey key;
  private static TestKey otherKey;
  private static HikariDataSource source;
  private static SupplierServer partner;
  private static final AtomicReference<PaymentService> PAYMENT = new AtomicReference<>();
  private static final AtomicReference<ShipmentService> SHIPMENT = new AtomicReference<>();
  private static SupplierServer server;

  @BeforeAll
  static void start() throws Exception {
    key = TestKey.create(folder, "key");
    otherKey = TestKey.create(folder, "other");
    source = Suppliers.small();
    partner = new SupplierServer(source, SupplierOptions.local(BusinessLogic.LIGHT), key);
    SupplierOptions options =
        new SupplierOptions(
            BusinessLogic.LIGHT,
            (method, account, amount) -> PAYMENT.get().authorise(method, account, amount),
            (order, carrier, pieces) -> SHIPMENT.get().ship(order, carrier, pieces));
    server = new SupplierServer(source, options);
  }

  @AfterAll
  static void stop() throws Exception {
    server.close();
    partner.close();
    source.close();
  }

  private static void use(PaymentService payment, ShipmentService shipment) {
    PAYMENT.set(payment);
    SHIPMENT.set(shipment);
  }

  private static RemoteServices trusting(Path file) throws Exception {
    return new RemoteServices(ServiceTrust.of(file, TestKey.PASSWORD));
  }

  private static long orders() throws Exception {
    return Suppliers.number(source, "SELECT COUNT(*) FROM sup_orders");
  }

  private static HttpResponse<byte[]> order() throws Exception {
    return server.call(MessageFormats.JSON, SupplierServices.CREATE_ORDER, Messages.order(2, 5));
  }

  private static String text(HttpResponse<byte[]> reply) {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void callsServicesOverTls(boolean pem) throws Exception {
    RemoteServices remote = trusting(pem ? key.pem() : key.store());
    use(remote.payment(partner.address()), remote.shipment(partner.address()));
    HttpResponse<byte[]> reply = order();
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(text(reply)).containsPattern("\"authorisation\":\"(CC|PO)[0-9]{10}\"");
    assertThat(text(reply)).contains("\"status\":\"SHIPPED\",\"tracking\":\"A0");
  }

  @Test
  void untrustedServiceOrdersNothing() throws Exception {
    long before = orders();
    for (SSLContext trust :
        new SSLContext[] {ServiceTrust.of(otherKey.pem(), ""), ServiceTrust.ofJvm()}) {
      RemoteServices remote = new RemoteServices(trust);
      use(remote.payment(partner.address()), remote.shipment(partner.address()));
      HttpResponse<byte[]> reply = order();
      assertThat(reply.statusCode()).isEqualTo(503);
      assertThat(reply.headers().firstValue("Retry-After")).hasValue("5");
      assertThat(text(reply)).doesNotContain("certif", "PKIX");
    }
    assertThat(orders()).isEqualTo(before);
    assertThat(source.getHikariPoolMXBean().getActiveConnections()).isZero();
  }

  @Test
  void declinedPaymentIsNoFailure() throws Exception {
    RemoteServices remote = trusting(key.pem());
    PaymentService payment = remote.payment(partner.address());
    assertThat(payment.authorise(PaymentMethod.CC, "0000000000000000", BigDecimal.ONE)).isEmpty();
    assertThat(payment.authorise(PaymentMethod.PO, "17", new BigDecimal("0.01"))).startsWith("PO");
    assertThatThrownBy(() -> payment.authorise(PaymentMethod.CC, "17", BigDecimal.ONE))
        .isInstanceOf(ServiceFailure.class)
        .hasMessageContaining("answers with the status 400");
  }

  @Test
  void orderStaysPendingWithoutShipment() throws Exception {
    use(
        new LocalPayment(),
        (order, carrier, pieces) -> {
          throw new ServiceFailure("no ship today");
        });
    HttpResponse<byte[]> reply = order();
    assertThat(reply.statusCode()).isEqualTo(200);
    assertThat(text(reply)).contains("\"status\":\"PENDING\",\"tracking\":\"\"");
    String status = "SELECT o_status FROM sup_orders ORDER BY id DESC FETCH FIRST 1 ROWS ONLY";
    assertThat(Suppliers.text(source, status)).isEqualTo("PENDING");
  }

  @Test
  void tooLongAuthorisationOrdersNothing() throws Exception {
    long before = orders();
    use((method, account, amount) -> "x".repeat(21), new LocalShipment());
    assertThat(order().statusCode()).isEqualTo(503);
    assertThat(orders()).isEqualTo(before);
  }

  @Test
  void closedPortIsFailure() throws Exception {
    URI nobody;
    try (java.net.ServerSocket taken =
        new java.net.ServerSocket(0, 1, java.net.InetAddress.getLoopbackAddress())) {
      nobody = URI.create("https://localhost:" + taken.getLocalPort());
    }
    ShipmentService shipment = trusting(key.pem()).shipment(nobody);
    assertThatThrownBy(() -> shipment.ship(1, "AIR", 1))
        .isInstanceOf(ServiceFailure.class)
        .hasMessageContaining("/Shipment cannot be called");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://localhost:1",
        "localhost:1",
        "https:///x",
        "https://localhost:0",
        "https://localhost:1/x",
        "https://a@localhost:1",
        "https://localhost:1?x"
      })
  void otherAddressesAreRefused(String address) throws Exception {
    RemoteServices remote = trusting(key.pem());
    assertThatThrownBy(() -> remote.payment(URI.create(address)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("write it as https://localhost:8444.");
  }

  @Test
  void explainsUnusableTrustStore() throws Exception {
    Path none = folder.resolve("none.pem");
    assertThatThrownBy(() -> ServiceTrust.of(none, "")).hasMessageContaining("cannot be read");
    assertThatThrownBy(() -> ServiceTrust.of(key.store(), "wrong"))
        .hasMessageContaining("does not open with this password");
    Path garbage = Files.writeString(folder.resolve("garbage"), "no certificate");
    assertThatThrownBy(() -> ServiceTrust.of(garbage, "")).hasMessageContaining("garbage");
    Path broken =
        Files.writeString(
            folder.resolve("broken.pem"),
            "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    assertThatThrownBy(() -> ServiceTrust.of(broken, "")).hasMessageContaining("cannot be used");
  }
}
