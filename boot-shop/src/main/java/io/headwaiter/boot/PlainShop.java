package io.headwaiter.boot;

import io.headwaiter.tomcat.HeadwaiterProtocol;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;

/** The shop on Tomcat with Headwaiter's connector, without Spring Boot. */
final class PlainShop implements RunningShop {
  private final Tomcat tomcat;

  private PlainShop(Tomcat tomcat) {
    this.tomcat = tomcat;
  }

  /** Starts it. */
  static PlainShop start(ShopFlags flags) throws LifecycleException {
    // Tomcat wants a folder, and this one is there for the server.
    String folder = flags.keystore().toAbsolutePath().getParent().toString();
    Tomcat tomcat = new Tomcat();
    tomcat.setBaseDir(folder);
    tomcat.setConnector(connector(flags));
    Context context = tomcat.addContext("", folder);
    Tomcat.addServlet(context, "page", new OnePage(flags.pageWorkKib()));
    context.addServletMapping(PAGE, "page");
    tomcat.start();
    return new PlainShop(tomcat);
  }

  private static Connector connector(ShopFlags flags) {
    Connector connector = new Connector(HeadwaiterProtocol.class.getName());
    connector.setPort(flags.port());
    connector.setSecure(true);
    connector.setScheme("https");
    connector.setThrowOnFailure(true);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("SSLEnabled", "true");
    connector.setProperty("adminPort", "0");
    connector.setProperty("keepAliveTimeout", Long.toString(flags.keepAliveMillis()));
    SSLHostConfig host = new SSLHostConfig();
    SSLHostConfigCertificate certificate =
        new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.UNDEFINED);
    certificate.setCertificateKeystoreFile(flags.keystore().toString());
    certificate.setCertificateKeystorePassword(flags.password());
    host.addCertificate(certificate);
    connector.addSslHostConfig(host);
    return connector;
  }

  private HeadwaiterProtocol protocol() {
    return (HeadwaiterProtocol) tomcat.getConnector().getProtocolHandler();
  }

  @Override
  public int port() {
    return tomcat.getConnector().getLocalPort();
  }

  @Override
  public int adminPort() {
    return protocol().adminAddressBound().getPort();
  }

  @Override
  public void close() {
    try {
      tomcat.stop();
      tomcat.destroy();
    } catch (LifecycleException e) {
      throw new IllegalStateException("the shop does not stop", e);
    }
  }
}
