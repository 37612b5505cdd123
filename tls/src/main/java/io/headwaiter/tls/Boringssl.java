package io.headwaiter.tls;

import io.netty.handler.ssl.OpenSsl;
import java.util.Optional;
import java.util.Set;

/** Whether BoringSSL is there, and what it can. */
public final class Boringssl {
  private static final String PROBE = "io.netty.handler.ssl.OpenSsl";

  private Boringssl() {}

  /**
   * Why BoringSSL cannot be used, as the end of a sentence; empty if it can. Loads the native
   * library when it is called first.
   */
  public static Optional<String> missing() {
    try {
      Class.forName(PROBE, /* initialize= */ false, Boringssl.class.getClassLoader());
      return Library.missing();
    } catch (ClassNotFoundException | LinkageError e) {
      return Optional.of(
          "netty-handler and netty-tcnative-boringssl-static are not on the class path ("
              + e
              + ")");
    }
  }

  /** JSSE names of the cipher suites. To be asked only if it is not {@link #missing}. */
  public static Set<String> cipherSuites() {
    return OpenSsl.availableJavaCipherSuites();
  }

  /** Apart, so that this class loads without Netty. */
  private static final class Library {
    static Optional<String> missing() {
      if (!OpenSsl.isAvailable()) {
        Throwable cause = OpenSsl.unavailabilityCause();
        return Optional.of("its native library does not load (" + root(cause) + ")");
      }
      if (!"BoringSSL".equals(OpenSsl.versionString())) {
        return Optional.of(
            "netty-tcnative is there with " + OpenSsl.versionString() + " instead of BoringSSL");
      }
      return Optional.empty();
    }

    private static Throwable root(Throwable thrown) {
      Throwable root = thrown;
      while (root != null && root.getCause() != null) {
        root = root.getCause();
      }
      return root;
    }
  }
}
