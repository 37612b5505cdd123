package io.headwaiter.tomcat;

import io.headwaiter.tls.TicketHost;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSessionContext;
import org.apache.tomcat.util.net.SSLContext;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.jspecify.annotations.Nullable;

/** Tells the door about Tomcat's TLS hosts. Asks Tomcat each time, to see a reload at once. */
final class TlsHosts {
  private static final String TLS13 = "TLSv1.3";

  private final Function<String, SSLHostConfig> byName;

  TlsHosts(Function<String, SSLHostConfig> byName) {
    this.byName = byName;
  }

  /** Returns whether this host (null: the default host) would negotiate TLS 1.3. */
  boolean speaksTls13(@Nullable String serverName) {
    for (String protocol : byName.apply(serverName).getEnabledProtocols()) {
      if (protocol.equals(TLS13)) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the check whether this host would resume a ticket; empty if the host does not use
   * BoringSSL or issues no tickets.
   */
  Optional<TicketHost> ticketHost(@Nullable String serverName) {
    for (SSLHostConfigCertificate certificate : byName.apply(serverName).getCertificates(true)) {
      // All certificates of a host give the same result.
      if (certificate.getSslContext() instanceof BoringsslTomcatContext context) {
        return context.ticketHost();
      }
    }
    return Optional.empty();
  }

  /** Returns new server engines of this host, one for each certificate, configured as by Tomcat. */
  Stream<SSLEngine> engines(@Nullable String serverName) {
    SSLHostConfig host = byName.apply(serverName);
    return host.getCertificates(true).stream()
        .map(SSLHostConfigCertificate::getSslContext)
        .filter(Objects::nonNull)
        .map(context -> engine(host, context));
  }

  private static SSLEngine engine(SSLHostConfig host, SSLContext context) {
    SSLEngine engine = context.createSSLEngine();
    engine.setUseClientMode(false);
    engine.setEnabledCipherSuites(host.getEnabledCiphers());
    engine.setEnabledProtocols(host.getEnabledProtocols());
    switch (host.getCertificateVerification()) {
      case NONE -> {}
      case OPTIONAL, OPTIONAL_NO_CA -> engine.setWantClientAuth(true);
      case REQUIRED -> engine.setNeedClientAuth(true);
    }
    return engine;
  }

  /** Returns the session caches of this host, one for each certificate. */
  List<SSLSessionContext> sessionCaches(@Nullable String serverName) {
    List<SSLSessionContext> caches = new ArrayList<>(2);
    for (SSLHostConfigCertificate certificate : byName.apply(serverName).getCertificates(true)) {
      if (certificate.getSslContext() != null) {
        caches.add(certificate.getSslContext().getServerSessionContext());
      }
    }
    return caches;
  }
}
