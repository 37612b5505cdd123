package io.headwaiter.e2e.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.tomcat.TestClient;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tomcat with BoringSSL; its sessions are tickets under the server's own keys. A look-up is so
 * quick that no claim is admitted unverified: a session of another server is seen before the
 * handshake.
 */
class TomcatBoringsslContractTest extends ContainerContract {
  @Override
  Shop start(Map<String, String> options) throws Exception {
    Map<String, String> all = new HashMap<>(options);
    all.put("tls", "boringssl");
    return TomcatShop.start(all);
  }

  @Override
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void stopsFalseResumptionWithoutBudget(String protocol) throws Exception {
    try (Shop shop = open();
        Shop other = open()) {
      TestClient elsewhere = new TestClient(protocol);
      assertServed(other, elsewhere);
      shop.gate().publish(Shop.NO_VISIT);
      assertThat(whatIsServed(shop, elsewhere)).isEmpty();
      assertThat(shop.status("resumed.unknown")).isEqualTo(1);
      assertThat(shop.status("new.refused.visit_budget")).isEqualTo(1);
      assertThat(shop.status("handshakes.full")).isZero();
    }
  }

  @Override
  @ParameterizedTest
  @ValueSource(strings = {"TLSv1.2", "TLSv1.3"})
  void countsAndChargesFalseResumption(String protocol) throws Exception {
    TestClient stranger = new TestClient(protocol);
    try (Shop other = open()) {
      assertServed(other, stranger);
    }
    try (Shop shop = open()) {
      shop.gate().publish(Shop.ONE_VISIT);
      assertServed(shop, stranger);
      assertThat(shop.status("resumed.unknown")).isEqualTo(1);
      assertThat(shop.status("handshakes.full")).isEqualTo(1);
      assertRefused(shop, new TestClient(protocol));
    }
  }
}
