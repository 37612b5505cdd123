package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.apache.catalina.util.ServerInfo;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TomcatVersionTest {
  @ParameterizedTest
  @ValueSource(strings = {"10.1.44", "10.1.0-M1", "9.0.98", "10.0.27.0"})
  void refusesToStartOnOlderTomcat(String version) {
    HeadwaiterProtocol protocol = new HeadwaiterProtocol();
    protocol.setSSLEnabled(true);
    assertThatThrownBy(() -> protocol.init(new TomcatVersion(version)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("does not work on Tomcat " + version + ", where requests would get")
        .hasMessageContaining("Use Tomcat 11 (in Spring Boot: 4 or newer)");
  }

  @ParameterizedTest
  @ValueSource(strings = {"12.0.0-M1", "13.1.2"})
  void warnsOfNewerMajorVersion(String version) {
    try (Warnings warnings = new Warnings(TomcatVersion.class)) {
      new TomcatVersion(version).check();
      assertThat(warnings.lines())
          .singleElement()
          .asString()
          .contains("has been tested on Tomcat 11, and this is Tomcat " + version);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"unknown", "", "0.0.0.0", "eleven", "11"})
  void warnsOfUnknownVersion(String version) {
    try (Warnings warnings = new Warnings(TomcatVersion.class)) {
      new TomcatVersion(version).check();
      assertThat(warnings.lines()).singleElement().asString().contains("cannot be told");
    }
  }

  @Test
  void acceptsRunningTomcatVersion() {
    try (Warnings warnings = new Warnings(TomcatVersion.class)) {
      TomcatVersion.running().check();
      assertThat(warnings.lines()).isEmpty();
    }
    assertThat(TomcatVersion.running().text()).startsWith("11.0.");
  }

  /** Many overwrite ServerInfo.properties, so that error pages do not show the version. */
  @Test
  void prefersManifestOverServerInfo() {
    assertThat(TomcatVersion.of("Apache Tomcat", "10.1.44").text()).isEqualTo("10.1.44");
    String known = ServerInfo.getServerNumber();
    assertThat(TomcatVersion.of("A shop in one jar", "1.2.3").text()).isEqualTo(known);
    assertThat(TomcatVersion.of("Apache Tomcat", null).text()).isEqualTo(known);
    assertThat(TomcatVersion.of(null, null).text()).isEqualTo(known);
  }
}
