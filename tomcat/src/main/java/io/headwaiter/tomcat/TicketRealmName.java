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

/**
 * Names the realm of tickets of a TLS host: its name, and where clients show certificates, how and
 * by whom they must be vouched for. A ticket spares its client all of that, so when a reload
 * changes what is demanded, the tickets from before must be worth nothing. The server's own
 * certificates are not in it: those may change under a session.
 */
final class TicketRealmName {
  private TicketRealmName() {}

  /**
   * @param trust who vouches for clients; null for the authorities of the JDK
   */
  static String of(SSLHostConfig host, X509TrustManager trust) {
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
