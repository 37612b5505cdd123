package io.headwaiter.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BoringsslTest {
  @Test
  void itIsThereInTheTests() {
    assertThat(Boringssl.missing()).isEmpty();
    assertThat(Boringssl.cipherSuites())
        .contains("TLS_AES_128_GCM_SHA256", "TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256");
  }

  /** The classes of this module alone, as who puts only our jars into a Tomcat has them. */
  @Test
  void withoutNettyItSaysSo() throws Exception {
    URL ours = Boringssl.class.getProtectionDomain().getCodeSource().getLocation();
    try (URLClassLoader alone =
        new URLClassLoader(new URL[] {ours}, ClassLoader.getPlatformClassLoader())) {
      Class<?> there = alone.loadClass(Boringssl.class.getName());
      Optional<?> missing = (Optional<?>) there.getMethod("missing").invoke(null);
      assertThat(missing).isPresent();
      assertThat(missing.get().toString())
          .contains("netty-tcnative-boringssl-static are not on the class path");
    }
  }
}
