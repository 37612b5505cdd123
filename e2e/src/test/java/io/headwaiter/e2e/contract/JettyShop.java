package io.headwaiter.e2e.contract;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.profile.ConnectionUseRecorder;
import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.jetty.HeadwaiterConnector;
import io.headwaiter.jetty.JettyGate;
import io.headwaiter.tomcat.TestKeys;
import io.headwaiter.tomcat.TestShop;
import java.net.InetSocketAddress;
import java.util.Map;
import org.eclipse.jetty.alpn.server.ALPNServerConnectionFactory;
import org.eclipse.jetty.http.HttpHeader;
import org.eclipse.jetty.http2.server.HTTP2ServerConnectionFactory;
import org.eclipse.jetty.io.Content;
import org.eclipse.jetty.server.Handler;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The test server on Jetty, over HTTP/1.1 and HTTP/2. */
record JettyShop(Server server, HeadwaiterConnector connector) implements Shop {
  /** The query for which the page reports connections, and ends on another thread. */
  static final String ENDS_ELSEWHERE = "elsewhere";

  static final int THREADS = 20;

  static JettyShop start(Map<String, String> options) throws Exception {
    QueuedThreadPool threads = new QueuedThreadPool(THREADS);
    threads.setDaemon(true);
    Server server = new Server(threads);
    SslContextFactory.Server tls = new SslContextFactory.Server();
    tls.setKeyStorePath(TestKeys.keystore("RSA").toString());
    tls.setKeyStorePassword(TestKeys.PASSWORD);
    HttpConfiguration http = new HttpConfiguration();
    // Some tests ask for hosts that the certificate does not name.
    http.addCustomizer(new SecureRequestCustomizer(/* sniHostCheck= */ false));
    ALPNServerConnectionFactory alpn = new ALPNServerConnectionFactory();
    alpn.setDefaultProtocol("http/1.1");
    HeadwaiterConnector connector =
        new HeadwaiterConnector(
            server,
            tls,
            alpn,
            new HTTP2ServerConnectionFactory(http),
            new HttpConnectionFactory(http));
    connector.setHost("127.0.0.1");
    // The tests do not test the warm-up, and there are many starts.
    set(connector, "warmUpMillis", "0");
    // All clients of a test have the same address, so they would belong to one visit.
    set(connector, "parallelConnectionsMax", "0");
    options.forEach((name, value) -> set(connector, name, value));
    server.addConnector(connector);
    server.setHandler(new Page());
    server.start();
    return new JettyShop(server, connector);
  }

  private static void set(HeadwaiterConnector connector, String name, String value) {
    if (name.equals("maxThreads")) {
      ((QueuedThreadPool) connector.getServer().getThreadPool())
          .setMaxThreads(Integer.parseInt(value));
    } else if (name.equals("maxConnections")) {
      connector.setMaxConnections(Integer.parseInt(value));
    } else {
      connector.setOption(HeadwaiterOption.byName(name).orElseThrow(), value);
    }
  }

  @Override
  public int port() {
    return connector.getLocalPort();
  }

  @Override
  public AdmissionGate gate() {
    return JettyGate.of(connector);
  }

  @Override
  public Map<String, Object> status() {
    return connector.status();
  }

  @Override
  public InetSocketAddress admin() {
    return connector.adminAddressBound();
  }

  @Override
  public long connections() {
    return connector.getConnectionCount();
  }

  @Override
  public void stop() throws Exception {
    connector.stop();
  }

  @Override
  public void startAgain() throws Exception {
    connector.start();
  }

  @Override
  public void close() {
    try {
      server.stop();
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static final class Page extends Handler.Abstract {
    @Override
    public boolean handle(Request request, Response response, Callback callback) {
      String query = request.getHttpURI().getQuery();
      boolean elsewhere = ENDS_ELSEWHERE.equals(query);
      if (elsewhere || TestShop.LENT.equals(query)) {
        TestShop.lend(
            (ConnectionUseRecorder) request.getAttribute(ConnectionUseRecorder.ATTRIBUTE));
      }
      if (TestShop.FAILS.equals(query)) {
        response.setStatus(500);
      }
      if (TestShop.WORKS.equals(query)) {
        TestShop.work();
      }
      TestShop.hold(query);
      if (elsewhere) {
        new Thread(() -> write(request, response, callback)).start();
      } else {
        write(request, response, callback);
      }
      return true;
    }

    private static void write(Request request, Response response, Callback callback) {
      response.getHeaders().put(HttpHeader.CONTENT_TYPE, "text/plain");
      String protocol = request.getConnectionMetaData().getHttpVersion().asString();
      Content.Sink.write(response, /* last= */ true, "served over " + protocol, callback);
    }
  }
}
