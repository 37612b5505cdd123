package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.EOFException;
import java.net.Socket;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Refusals as two client implementations see them. */
@Tag("slow")
class RefusalStylesTest {
  @TempDir Path folder;

  /** JSSE treats user_canceled as an orderly end and reports close_notify. */
  @ParameterizedTest
  @CsvSource({
    "handshake_failure, 40, handshake_failure",
    "access_denied, 49, access_denied",
    "internal_error, 80, internal_error",
    "user_canceled, 90, close_notify",
    "unrecognized_name, 112, unrecognized_name"
  })
  void clientsReceiveConfiguredAlert(String name, int code, String toJsse) throws Exception {
    try (TestShop shop = refusing("alert:" + name)) {
      for (String version : new String[] {"TLSv1.2", "TLSv1.3"}) {
        assertThatThrownBy(() -> new TestClient(version).get(shop.port()))
            .isInstanceOf(SSLException.class)
            .hasMessageContaining(toJsse);
        assertThat(openssl(shop, version)).contains("SSL alert number " + code);
      }
      assertThat(shop.status("new.refused.visit_budget")).isEqualTo(4);
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void clientsSeeCloseAsEndOfStream() throws Exception {
    try (TestShop shop = refusing("close")) {
      assertThatThrownBy(() -> new TestClient("TLSv1.3").get(shop.port()))
          .isInstanceOf(EOFException.class);
      assertThat(openssl(shop, "TLSv1.3")).contains("unexpected eof");
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void clientsSeeReset() throws Exception {
    try (TestShop shop = refusing("reset")) {
      assertThatThrownBy(() -> new TestClient("TLSv1.3").get(shop.port()))
          .isInstanceOf(SocketException.class)
          .hasMessageContaining("reset");
      assertThat(openssl(shop, "TLSv1.3")).containsAnyOf("errno=104", "Connection reset");
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void sendsAlertToClientThatKeepsSending() throws Exception {
    try (TestShop shop = refusing("alert:handshake_failure")) {
      try (Socket client = TestClient.tcp(shop.port())) {
        byte[] hello = new TestClient("TLSv1.3").hello();
        client.getOutputStream().write(Arrays.copyOf(hello, hello.length + 64 * 1024));
        assertThat(client.getInputStream().readAllBytes())
            .isEqualTo(new byte[] {21, 3, 3, 0, 2, 2, 40});
      }
      shop.awaitNobodyConnected();
    }
  }

  @Test
  void sendsNoAlertToNonTlsClients() throws Exception {
    try (TestShop shop = refusing("alert:handshake_failure")) {
      assertThat(
              TestClient.firstByteAnswering(
                  shop.port(), "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII)))
          .isEqualTo('H');
      assertThat(TestClient.firstByteAnswering(shop.port(), new byte[] {99, 98, 97, 96, 95, 94}))
          .isEqualTo(-1);
      shop.awaitNobodyConnected();
    }
  }

  private static TestShop refusing(String style) throws Exception {
    TestShop shop = TestShop.start(Map.of("admission", "off", "refusalStyle", style));
    shop.protocol().gate().publish(TestShop.SHUT);
    return shop;
  }

  private String openssl(TestShop shop, String version) throws Exception {
    String option = version.equals("TLSv1.2") ? "-tls1_2" : "-tls1_3";
    return OpensslClient.run(folder, shop.port(), "", option);
  }
}
