package io.headwaiter.tomcat;

import java.net.InetSocketAddress;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;

/**
 * Tomcat's view of a connection whose client a balancer has named: it tells the application and the
 * access log that client's address, not the balancer's.
 */
final class NamedSocketWrapper extends NioEndpoint.NioSocketWrapper {
  private final InetSocketAddress client;

  NamedSocketWrapper(NioChannel channel, NioEndpoint endpoint, InetSocketAddress client) {
    super(channel, endpoint);
    this.client = client;
  }

  @Override
  protected void populateRemoteAddr() {
    remoteAddr = client.getAddress().getHostAddress();
  }

  /** Looks the name up, as Tomcat does: only connectors with enableLookups ask for it. */
  @Override
  protected void populateRemoteHost() {
    remoteHost = client.getAddress().getHostName();
  }

  @Override
  protected void populateRemotePort() {
    remotePort = client.getPort();
  }
}
