package io.headwaiter.tls;

import io.netty.handler.ssl.OpenSsl;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Tells whether BoringSSL is available, and which cipher suites it has. */
public final class Boringssl {
  private Boringssl() {}

  /**
   * Returns why BoringSSL cannot be used, as the end of a sentence; empty if it can. The first call
   * loads the native library.
   */
  public static Optional<String> missing() {
    List<String> jars = BoringsslJars.missing(Boringssl.class.getClassLoader());
    if (!jars.isEmpty()) {
      return Optional.of(
          String.join(", ", jars)
              + (jars.size() == 1 ? " is" : " are")
              + " not on the class path; the jar headwaiter-tomcat-boringssl brings all it takes,"
              + " or add "
              + BoringsslJars.all());
    }
    try {
      return Library.missing();
    } catch (LinkageError e) {
      return Optional.of("its jars do not fit together, are they of one version? (" + e + ")");
    }
  }

  /** Returns the JSSE names of the cipher suites. Call this only if nothing is {@link #missing}. */
  public static Set<String> cipherSuites() {
    return OpenSsl.availableJavaCipherSuites();
  }

  /** Separate, so that the outer class loads without Netty. */
  private static final class Library {
    static Optional<String> missing() {
      if (!OpenSsl.isAvailable()) {
        Throwable cause = OpenSsl.unavailabilityCause();
        return Optional.of(
            "its native library does not load ("
                + root(cause)
                + "); it is in "
                + BoringsslJars.nativeJar()
                + ", and wants glibc where the system is Linux");
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
