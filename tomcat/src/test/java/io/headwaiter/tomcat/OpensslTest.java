package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.ValueSource;

/** A client of another implementation: openssl s_client resumes, and the server recognizes it. */
@ParameterizedClass
@ValueSource(strings = {"jsse", "boringssl"})
class OpensslTest {
  private static final int RECONNECTS = 5;

  @TempDir Path folder;

  @Parameter private String tls;

  @Test
  void resumesTls12OnReconnect() throws Exception {
    try (TestShop shop = TestShop.start(off())) {
      String output = openssl(shop, "", "-tls1_2", "-reconnect");
      assertThat(count(output, "New, TLSv1.2")).isEqualTo(1);
      assertThat(count(output, "Reused, TLSv1.2")).isEqualTo(RECONNECTS);
      shop.awaitNobodyConnected();
      assertThat(shop.status("handshakes.full")).isEqualTo(1);
      assertThat(shop.status("handshakes.resumed")).isEqualTo(RECONNECTS);
    }
  }

  @Test
  void resumesSavedSessionWhileNewVisitsAreRefused() throws Exception {
    for (String version : new String[] {"-tls1_2", "-tls1_3"}) {
      try (TestShop shop = TestShop.start(off())) {
        String session = folder.resolve("session" + version).toString();
        String request = "GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
        assertThat(openssl(shop, request, version, "-ign_eof", "-sess_out", session))
            .contains("New, TLSv1.")
            .contains("served over HTTP/1.1");
        shop.protocol().gate().publish(TestShop.SHUT);
        assertThat(openssl(shop, request, version, "-ign_eof", "-sess_in", session))
            .contains("Reused, TLSv1.")
            .contains("served over HTTP/1.1");
        assertThat(shop.status("resumed.verified")).isEqualTo(1);
        assertThat(shop.status("handshakes.resumed")).isEqualTo(1);
        assertThat(openssl(shop, request, version, "-ign_eof")).doesNotContain("served over");
        assertThat(shop.status("new.refused.visit_budget")).isEqualTo(1);
      }
    }
  }

  private Map<String, String> off() {
    return Map.of("admission", "off", "tls", tls);
  }

  private String openssl(TestShop shop, String input, String... options) throws Exception {
    return OpensslClient.run(folder, shop.port(), input, options);
  }

  private static int count(String text, String part) {
    return text.split(part, -1).length - 1;
  }
}
