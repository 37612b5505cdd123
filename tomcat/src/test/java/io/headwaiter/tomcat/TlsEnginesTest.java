package io.headwaiter.tomcat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.Optional;
import org.apache.tomcat.util.net.openssl.OpenSSLImplementation;
import org.junit.jupiter.api.Test;

class TlsEnginesTest {
  private static final Optional<String> THERE = Optional.empty();
  private static final Optional<String> MISSING = Optional.of("there is no such library");
  private static final String NAMED = "com.example.Engines";

  @Test
  void autoChoosesBoringsslIfItLoads() {
    assertThat(TlsEngines.choose("auto", null, THERE)).isEqualTo(TlsEngines.BORINGSSL);
    assertThat(TlsEngines.choose("auto", null, MISSING)).isEqualTo(TlsEngines.JSSE);
    assertThat(TlsEngines.choose("jsse", null, THERE)).isEqualTo(TlsEngines.JSSE);
  }

  @Test
  void autoWarnsWhenBoringsslIsMissing() {
    try (Warnings warnings = new Warnings(TlsEngines.class)) {
      TlsEngines.choose("auto", null, THERE);
      TlsEngines.choose("jsse", null, MISSING);
      assertThat(warnings.lines()).isEmpty();
      TlsEngines.choose("auto", null, MISSING);
      assertThat(warnings.lines())
          .singleElement()
          .asString()
          .startsWith("TLS engines: the JDK's")
          .contains("because BoringSSL cannot be used: there is no such library.")
          .contains("or set tls=jsse");
    }
  }

  @Test
  void rejectsUnusedTicketKeyFile() {
    Path file = Path.of("ticket.keys");
    TlsEngines.BORINGSSL.checkUses(file, "auto", THERE);
    assertThatThrownBy(() -> TlsEngines.JSSE.checkUses(file, "auto", MISSING))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("ticketKeyFile is ticket.keys, and nothing would use it")
        .hasMessageContaining("because BoringSSL cannot be used: there is no such library.")
        .hasMessageContaining("or leave ticketKeyFile out");
    assertThatThrownBy(() -> TlsEngines.JSSE.checkUses(file, "jsse", THERE))
        .hasMessageContaining("because tls=jsse asks for the JDK's");
    assertThatThrownBy(() -> TlsEngines.OTHER.checkUses(file, "auto", THERE))
        .hasMessageContaining("because sslImplementationName names others");
  }

  @Test
  void keepsImplementationNamedByUser() {
    assertThat(TlsEngines.choose("auto", NAMED, THERE)).isEqualTo(TlsEngines.OTHER);
    assertThat(TlsEngines.choose("jsse", NAMED, THERE)).isEqualTo(TlsEngines.OTHER);
    assertThatThrownBy(() -> TlsEngines.choose("boringssl", NAMED, THERE))
        .hasMessageContaining("exclude each other");
  }

  @Test
  void warnsOfImplementationNamedByUser() {
    try (Warnings warnings = new Warnings(TlsEngines.class)) {
      TlsEngines.choose("auto", NAMED, THERE);
      assertThat(warnings.lines())
          .singleElement()
          .asString()
          .contains("sslImplementationName=" + NAMED, "treated as new ones");
    }
  }

  /** Tomcat names them where it finds its native library. */
  @Test
  void doesNotUseOpensslOfTomcat() {
    for (String openssl :
        new String[] {
          OpenSSLImplementation.class.getName(),
          "org.apache.tomcat.util.net.openssl.panama.OpenSSLImplementation"
        }) {
      assertThat(TlsEngines.choose("auto", openssl, THERE)).isEqualTo(TlsEngines.BORINGSSL);
      assertThat(TlsEngines.choose("auto", openssl, MISSING)).isEqualTo(TlsEngines.JSSE);
      assertThat(TlsEngines.choose("jsse", openssl, THERE)).isEqualTo(TlsEngines.JSSE);
      assertThat(TlsEngines.choose("boringssl", openssl, THERE)).isEqualTo(TlsEngines.BORINGSSL);
    }
  }

  @Test
  void ignoresOwnImplementationName() {
    String ours = BoringsslImplementation.class.getName();
    assertThat(TlsEngines.choose("jsse", ours, THERE)).isEqualTo(TlsEngines.JSSE);
    assertThat(TlsEngines.choose("boringssl", ours, THERE)).isEqualTo(TlsEngines.BORINGSSL);
  }

  @Test
  void rejectsUnavailableOrUnknownEngine() {
    assertThatThrownBy(() -> TlsEngines.choose("boringssl", null, MISSING))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(
            "tls=boringssl is not available: there is no such library. Put the libraries there, or"
                + " use tls=auto or tls=jsse.");
    assertThatThrownBy(() -> TlsEngines.choose("openssl", null, THERE))
        .hasMessageContaining("Option tls is \"openssl\"; allowed is auto, boringssl or jsse");
  }
}
