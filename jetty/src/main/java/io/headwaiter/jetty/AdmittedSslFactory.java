package io.headwaiter.jetty;

import javax.net.ssl.SSLEngine;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** Creates the TLS connections of admitted and warm-up connections. */
final class AdmittedSslFactory extends SslConnectionFactory {
  /**
   * @param next the protocol behind TLS
   */
  AdmittedSslFactory(SslContextFactory.Server tls, String next) {
    super(tls, next);
  }

  @Override
  protected SslConnection newSslConnection(
      Connector connector, EndPoint endPoint, SSLEngine engine) {
    if (!(endPoint instanceof AdmittedEndPoint admitted)) {
      throw new IllegalStateException(
          "A connection that did not come through the door: " + endPoint);
    }
    return new AdmittedSslConnection(
        connector.getByteBufferPool(),
        connector.getExecutor(),
        endPoint,
        engine,
        getSslContextFactory(),
        admitted.admitted());
  }
}
