package io.headwaiter.tomcat;

import io.headwaiter.tls.TicketKeys;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.util.net.SSLUtil;
import org.apache.tomcat.util.net.jsse.JSSEImplementation;

/**
 * BoringSSL as Tomcat takes its TLS. Made by Tomcat, by name; {@link HeadwaiterProtocol} chooses it
 * with {@code tls=boringssl} and gives it the ticket keys. It serves no other protocol class.
 *
 * <p>Keys and certificates come from the {@code SSLHostConfig} the same way as for JSSE. What
 * BoringSSL does not have is refused with a sentence.
 */
public final class BoringsslImplementation extends JSSEImplementation {
  private TicketKeys tickets;

  /** For Tomcat. */
  public BoringsslImplementation() {}

  /** Before any context is made. */
  void use(TicketKeys keys) {
    tickets = keys;
  }

  @Override
  public SSLUtil getSSLUtil(SSLHostConfigCertificate certificate) {
    if (tickets == null) {
      throw new IllegalStateException(
          "BoringSSL engines belong to protocol=\""
              + HeadwaiterProtocol.class.getName()
              + "\": set tls=\"boringssl\""
              + " there instead of sslImplementationName.");
    }
    return BoringsslUtil.of(certificate, tickets);
  }
}
