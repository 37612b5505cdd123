package io.headwaiter.load;

import com.fasterxml.jackson.annotation.JsonIgnore;
import io.netty.handler.ssl.OpenSsl;
import java.util.List;

/**
 * The TLS behaviour of the customers.
 *
 * @param versions protocol versions offered
 * @param resumeShare probability that a visit resumes its own TLS session on later connections
 * @param suite the only cipher suite of TLS 1.2 offered, by its standard name; blank for
 *     BoringSSL's own list
 * @param group the only group for the key exchange: X25519, P-256, P-384, P-521 or X25519MLKEM768;
 *     blank for the first three
 * @param checked whether a server's certificate has to be trusted and for its name
 * @param authorities certificates to trust instead of the JVM's, as PEM; blank for the JVM's
 */
public record TlsOptions(
    TlsVersions versions,
    double resumeShare,
    String suite,
    String group,
    boolean checked,
    @JsonIgnore String authorities) {
  private static final String POST_QUANTUM = "X25519MLKEM768";
  private static final List<String> GROUPS =
      List.of("X25519", "P-256", "P-384", "P-521", POST_QUANTUM);

  /** Checks the values; the messages name option, value, range and remedy. */
  public TlsOptions {
    OptionChecks.given("tlsVersions", versions);
    OptionChecks.range("resumeShare", resumeShare, 0, 1);
    OptionChecks.given("suite", suite);
    OptionChecks.given("group", group);
    OptionChecks.given("authorities", authorities);
    if (!suite.isEmpty()) {
      checkSuite(suite, versions);
    }
    if (!group.isEmpty() && !GROUPS.contains(group)) {
      throw new IllegalArgumentException(
          "The group is " + group + "; allowed is one of " + String.join(", ", GROUPS) + ".");
    }
    if (group.equals(POST_QUANTUM) && versions == TlsVersions.TLS_1_2) {
      throw new IllegalArgumentException(
          "The group is " + group + ", which TLS 1.2 does not have. Set tlsVersions to TLS_1_3.");
    }
  }

  /** Only for TLS 1.2 a suite can be chosen, and then no other version may be offered. */
  private static void checkSuite(String suite, TlsVersions versions) {
    if (versions != TlsVersions.TLS_1_2) {
      throw new IllegalArgumentException(
          "The suite is "
              + suite
              + ", but a client can choose one for TLS 1.2 only: BoringSSL offers all of TLS 1.3."
              + " Set tlsVersions to TLS_1_2, or choose the suite at the server.");
    }
    List<String> known =
        OpenSsl.availableJavaCipherSuites().stream()
            .filter(name -> name.startsWith("TLS_") && name.contains("_WITH_"))
            .sorted()
            .toList();
    if (!known.contains(suite)) {
      throw new IllegalArgumentException(
          "The suite is " + suite + "; allowed is one of " + String.join(", ", known) + ".");
    }
  }
}
