package io.headwaiter.e2e.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.tomcat.TestClient;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;

/** Base of the tests of every container; the tests are in its subclasses. */
abstract class Contract {
  static final int HANDSHAKE_RECORD = 22;
  static final int ALERT_RECORD = 21;
  static final int CLOSED = -1;

  /** Starts the container under test. */
  abstract Shop start(Map<String, String> options) throws Exception;

  /** Starts it with an open gate that no controller changes, and these options in pairs. */
  Shop open(String... options) throws Exception {
    Map<String, String> map = new HashMap<>();
    map.put("admission", "off");
    for (int i = 0; i < options.length; i += 2) {
      map.put(options[i], options[i + 1]);
    }
    return start(map);
  }

  static void assertServed(Shop shop, TestClient client) throws IOException {
    assertThat(client.get(shop.port())).contains("served over HTTP/1.1");
  }

  /** Checks that the connection is closed without an answer, for lack of budget. */
  static void assertRefused(Shop shop, TestClient client) throws Exception {
    long before = shop.status("new.refused.visit_budget");
    assertThat(TestClient.firstByteAnswering(shop.port(), client.hello())).isEqualTo(CLOSED);
    assertThat(shop.status("new.refused.visit_budget")).isEqualTo(before + 1);
  }
}
