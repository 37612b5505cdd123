package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;

import io.headwaiter.core.hello.ClientHelloParser;
import io.headwaiter.core.hello.HelloLimits;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.Test;

class CipherSuiteCodesTest {
  private static final int RENEGOTIATION_MARK = 0x00ff;

  /** One suite at a time, so that it is certain to which suite a code belongs. */
  @Test
  void codesMatchThoseSentByJsse() throws Exception {
    int known = 0;
    SSLEngine any = Handshakes.clientEngine(Handshakes.client(), "TLSv1.3");
    for (String name : any.getSupportedCipherSuites()) {
      if (CipherSuiteCodes.of(name).isPresent()) {
        int[] sent = sent(name);
        if (sent.length > 0) { // else this JDK does not allow it any more
          assertThat(sent).as(name).containsExactly(CipherSuiteCodes.of(name).getAsInt());
          known++;
        }
      }
    }
    assertThat(known).isGreaterThanOrEqualTo(20);
  }

  @Test
  void includesDefaultSuitesOfJsse() throws Exception {
    List<String> missing = new ArrayList<>();
    for (String name : Handshakes.client().getDefaultSSLParameters().getCipherSuites()) {
      boolean mark = name.endsWith("_SCSV");
      // Static ECDH is gone from JDK 25.
      if (!mark && !name.startsWith("TLS_ECDH_") && CipherSuiteCodes.of(name).isEmpty()) {
        missing.add(name);
      }
    }
    assertThat(missing).isEmpty();
  }

  @Test
  void includesCertificateSuitesOfBoringssl() {
    assertThat(Boringssl.cipherSuites())
        .filteredOn(name -> name.startsWith("TLS_"))
        .filteredOn(name -> !name.contains("PSK") && !name.contains("3DES"))
        .allMatch(name -> CipherSuiteCodes.of(name).isPresent());
  }

  @Test
  void aFamilyIsKeyExchangeAndAuthentication() {
    assertThat(CipherSuiteCodes.familyOf(0xc02b)).isEqualTo("TLS_ECDHE_ECDSA");
    assertThat(CipherSuiteCodes.familyOf(0xcca8)).isEqualTo("TLS_ECDHE_RSA");
    assertThat(CipherSuiteCodes.familyOf(0x009c)).isEqualTo("TLS_RSA");
    assertThat(CipherSuiteCodes.familyOf(0x1301)).as("TLS 1.3 has none").isNull();
    assertThat(CipherSuiteCodes.familyOf(0x0a0a)).isNull();
    assertThat(CipherSuiteCodes.of("TLS_NULL")).isEmpty();
  }

  private static int[] sent(String suite) throws Exception {
    SSLEngine engine = Handshakes.clientEngine(Handshakes.client(), "TLSv1.3");
    engine.setEnabledProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
    engine.setEnabledCipherSuites(new String[] {suite});
    try {
      ClientHelloParser parser = new ClientHelloParser(HelloLimits.DEFAULT);
      parser.parse(ByteBuffer.wrap(Handshakes.hello(engine)));
      return Arrays.stream(parser.hello().cipherSuites())
          .filter(code -> code != RENEGOTIATION_MARK)
          .toArray();
    } catch (SSLException e) {
      return new int[0];
    }
  }
}
