package io.headwaiter.tomcat;

import io.headwaiter.tls.TicketKeys;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.apache.tomcat.util.net.SSLUtil;
import org.apache.tomcat.util.net.jsse.JSSEImplementation;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's TLS implementation class for BoringSSL. Tomcat creates it by name. {@link
 * HeadwaiterProtocol} selects it for {@code tls=boringssl}, and for {@code tls=auto} where
 * BoringSSL loads; its endpoint sets the ticket keys. No other protocol class can use it.
 *
 * <p>Keys and certificates come from the {@code SSLHostConfig} as for JSSE. Settings that BoringSSL
 * does not support are rejected with an explanatory message.
 */
public final class BoringsslImplementation extends JSSEImplementation {
  private @Nullable TicketKeys tickets;

  /** Creates an instance without ticket keys; called by Tomcat. */
  public BoringsslImplementation() {}

  /** Sets the ticket keys, before any context is created. */
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
