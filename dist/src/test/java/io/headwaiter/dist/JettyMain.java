package io.headwaiter.dist;

import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.jetty.HeadwaiterConnector;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;

/** A Jetty with the connector, set up as docs/jetty.md says. Its argument is a key store. */
public final class JettyMain {
  private JettyMain() {}

  /** Starts it, and says on which port. */
  public static void main(String[] args) throws Exception {
    Server server = new Server();
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStorePath(args[0]);
    tls.setKeyStorePassword(Certificate.PASSWORD);
    HeadwaiterConnector connector =
        new HeadwaiterConnector(server, tls, new HttpConnectionFactory(new HttpConfiguration()));
    connector.setOption(HeadwaiterOption.ADMIN_PORT, "0");
    server.addConnector(connector);
    server.setHandler(
        new Handler.Abstract() {
          @Override
          public boolean handle(Request request, Response response, Callback callback) {
            Content.Sink.write(response, true, "the page", callback);
            return true;
          }
        });
    server.start();
    System.out.println("port " + connector.getLocalPort() + ".");
  }
}
