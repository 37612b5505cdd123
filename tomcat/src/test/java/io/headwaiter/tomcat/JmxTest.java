package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.management.Attribute;
import javax.management.JMException;
import javax.management.MBeanAttributeInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/** The attributes of Tomcat's endpoint in JMX can be read and set on this endpoint too. */
class JmxTest {
  private static final MBeanServer BEANS = ManagementFactory.getPlatformMBeanServer();

  private static ObjectName endpoint() throws JMException {
    return BEANS.queryNames(new ObjectName("*:type=ThreadPool,name=*"), /* query= */ null).stream()
        .findAny()
        .orElseThrow(() -> new AssertionError("no endpoint among the MBeans"));
  }

  @Test
  void reportsConnectionCount() throws Exception {
    try (TestShop shop = TestShop.start(Map.of("admission", "off", "tls", "jsse"))) {
      ObjectName endpoint = endpoint();
      assertThat(BEANS.getAttribute(endpoint, "connectionCount")).isEqualTo(0L);
      TlsConnection open = new TestClient("TLSv1.3").connect(shop.port(), hello -> hello);
      open.handshake();
      Awaitility.await().until(() -> BEANS.getAttribute(endpoint, "connectionCount").equals(1L));
      open.close();
      Awaitility.await().until(() -> BEANS.getAttribute(endpoint, "connectionCount").equals(0L));
    }
  }

  @Test
  void setsMaxConnectionsAndMaxThreads() throws Exception {
    try (TestShop shop = TestShop.start(Map.of("admission", "off", "tls", "jsse"))) {
      BEANS.setAttribute(endpoint(), new Attribute("maxConnections", 77));
      assertThat(shop.protocol().getMaxConnections()).isEqualTo(77);
      BEANS.setAttribute(endpoint(), new Attribute("maxThreads", 9));
      assertThat(shop.protocol().workers().capacity()).isEqualTo(9);
    }
  }

  @Test
  void readsEveryExposedAttribute() throws Exception {
    try (TestShop shop = TestShop.start(Map.of("admission", "off", "tls", "jsse"))) {
      assertThat(shop.port()).isPositive();
      ObjectName endpoint = endpoint();
      List<String> unreadable = new ArrayList<>();
      for (MBeanAttributeInfo attribute : BEANS.getMBeanInfo(endpoint).getAttributes()) {
        try {
          BEANS.getAttribute(endpoint, attribute.getName());
        } catch (JMException e) {
          unreadable.add(attribute.getName() + ": " + e.getCause());
        }
      }
      assertThat(unreadable).isEmpty();
    }
  }
}
