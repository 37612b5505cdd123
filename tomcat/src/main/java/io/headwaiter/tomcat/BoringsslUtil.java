package io.headwaiter.tomcat;

import io.headwaiter.tls.Boringssl;
import io.headwaiter.tls.OcspFile;
import io.headwaiter.tls.TicketKeys;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLSessionContext;
import org.apache.juli.logging.Log;
import org.apache.juli.logging.LogFactory;
import org.apache.tomcat.util.net.SSLContext;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.util.net.SSLUtilBase;

/**
 * Creates a BoringSSL context from one certificate of a TLS host. Tomcat's base class reads
 * keystores, PEM files and truststores, and selects from the available protocols and cipher suites.
 *
 * <p>TLS 1.0 and 1.1 are not available: RFC 8996 has deprecated them, and the JDK does not
 * negotiate them either.
 */
final class BoringsslUtil extends SSLUtilBase {
  private static final Log log = LogFactory.getLog(BoringsslUtil.class);
  private static final String TLS13 = "TLSv1.3";
  private static final Set<String> PROTOCOLS = Set.of("TLSv1.2", TLS13);
  private static final Set<String> TLS13_SUITES =
      Set.of("TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256");

  private static final String OCSP = ".ocsp";
  // Tomcat resolves relative file names against this directory.
  private static final String CATALINA_BASE = "catalina.base";

  private final TicketKeys tickets;

  private BoringsslUtil(SSLHostConfigCertificate certificate, TicketKeys tickets) {
    super(certificate, /* warnTls13= */ false);
    this.tickets = tickets;
  }

  /**
   * @throws IllegalArgumentException with an explanatory message, if BoringSSL does not support the
   *     host's configuration
   */
  static BoringsslUtil of(SSLHostConfigCertificate certificate, TicketKeys tickets) {
    SSLHostConfig host = certificate.getSSLHostConfig();
    if (Collections.disjoint(host.getProtocols(), PROTOCOLS)) {
      throw wrong(
          host,
          "has the protocols "
              + host.getProtocols()
              + ", but BoringSSL engines speak TLSv1.2 and TLSv1.3 only. Add one"
              + " of them");
    }
    BoringsslUtil util = new BoringsslUtil(certificate, tickets);
    util.checkSuites();
    return util;
  }

  private void checkSuites() {
    List<String> enabled = Arrays.asList(getEnabledCiphers());
    if (Arrays.asList(getEnabledProtocols()).contains(TLS13)
        && !enabled.containsAll(TLS13_SUITES)) {
      throw wrong(
          sslHostConfig,
          "leaves out a cipher suite of TLSv1.3, but BoringSSL offers its three together or not at all. Enable "
              + TLS13_SUITES.stream().sorted().toList()
              + ", or set protocols=\"TLSv1.2\"");
    }
  }

  private static IllegalArgumentException wrong(SSLHostConfig host, String what) {
    return new IllegalArgumentException(
        "The TLS host " + host.getHostName() + " " + what + ", or use tls=\"jsse\".");
  }

  @Override
  protected Log getLog() {
    return log;
  }

  @Override
  protected Set<String> getImplementedProtocols() {
    return PROTOCOLS;
  }

  @Override
  protected Set<String> getImplementedCiphers() {
    return Boringssl.cipherSuites();
  }

  @Override
  protected boolean isTls13RenegAuthAvailable() {
    return false;
  }

  @Override
  protected SSLContext createSSLContextInternal(List<String> negotiableProtocols) {
    return new BoringsslTomcatContext(
        sslHostConfig,
        List.of(getEnabledProtocols()),
        List.of(getEnabledCiphers()),
        negotiableProtocols,
        tickets,
        ocspFile());
  }

  /**
   * Returns the OCSP response file: next to the certificate, with {@value #OCSP} appended to its
   * name.
   */
  private Optional<OcspFile> ocspFile() {
    String pem = certificate.getCertificateFile();
    String store = pem == null ? certificate.getCertificateKeystoreFile() : pem;
    if (store == null || store.contains("://")) {
      return Optional.empty();
    }
    Path base = Path.of(System.getProperty(CATALINA_BASE, ""));
    return Optional.of(new OcspFile(base.resolve(store + OCSP), System::currentTimeMillis));
  }

  /** Does nothing: the context has these settings already, and there is no session cache. */
  @Override
  public void configureSessionContext(SSLSessionContext sessions) {}
}
