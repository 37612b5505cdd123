package io.headwaiter.tomcat;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.net.ssl.X509TrustManager;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfig.CertificateVerification;
import org.jspecify.annotations.Nullable;

/**
 * Names the ticket realm of a TLS host: the host name and, if the host asks for client
 * certificates, the verification mode and a digest of the trusted issuers. A client that resumes
 * shows no certificate, so a reload that changes these requirements must invalidate earlier
 * tickets. The name does not include the server's own certificates, which may change during a
 * session.
 */
final class TicketRealmName {
  private TicketRealmName() {}

  /**
   * @param trust trusted issuers of client certificates; null for those of the JDK
   */
  static String of(SSLHostConfig host, @Nullable X509TrustManager trust) {
    CertificateVerification verification = host.getCertificateVerification();
    if (verification == CertificateVerification.NONE) {
      return host.getHostName();
    }
    String issuers = trust == null ? "jdk" : digest(trust.getAcceptedIssuers());
    return host.getHostName() + " " + verification + " " + issuers;
  }

  private static String digest(X509Certificate[] certificates) {
    try {
      MessageDigest sha256 = MessageDigest.getInstance("SHA-256");
      List<String> each = new ArrayList<>(certificates.length);
      for (X509Certificate certificate : certificates) {
        each.add(HexFormat.of().formatHex(sha256.digest(certificate.getEncoded())));
      }
      each.stream().sorted().forEach(e -> sha256.update(HexFormat.of().parseHex(e)));
      return HexFormat.of().formatHex(sha256.digest());
    } catch (NoSuchAlgorithmException | CertificateEncodingException e) {
      throw new IllegalStateException("A trusted certificate cannot be read again", e);
    }
  }
}
