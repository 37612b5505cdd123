package io.headwaiter.tomcat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.profile.ConnectionUseRecorder;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.apache.catalina.Context;
import org.apache.catalina.LifecycleException;
import org.apache.catalina.connector.Connector;
import org.apache.catalina.startup.Tomcat;
import org.apache.coyote.http2.Http2Protocol;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SSLHostConfigCertificate;
import org.awaitility.Awaitility;

/** A protected server with one page, on a free port, for the tests of the connector. */
public final class TestShop implements AutoCloseable {
  /** No budget: new visits are refused, and claims are verified. */
  public static final AdmissionPolicy SHUT =
      AdmissionPolicy.builder(1).grantNanos(0).verifyBelowNanos(Long.MAX_VALUE).build();

  /** The query for which the page calls {@link #lend}. */
  public static final String LENT = "lent";

  /** The query for which the page fails. */
  public static final String FAILS = "fails";

  /** The query for which the page calls {@link #work}. */
  public static final String WORKS = "works";

  /** The query prefix for which the page calls {@link #hold}; before the name of a {@link Hold}. */
  public static final String HELD = "held-";

  private static final Map<String, Hold> HOLDS = new ConcurrentHashMap<>();
  private static final long WORK_NANOS = TimeUnit.MILLISECONDS.toNanos(3);

  private final Tomcat tomcat = new Tomcat();
  private final Connector connector = onFreePort();

  private TestShop() {}

  /** Starts a server with one RSA key. */
  public static TestShop start(Map<String, String> attributes) throws Exception {
    return start(attributes, connector -> connector.addSslHostConfig(host("_default_", "RSA")));
  }

  /** Starts a server with the TLS hosts that {@code hosts} adds. */
  public static TestShop start(Map<String, String> attributes, Consumer<Connector> hosts)
      throws Exception {
    return start(attributes, hosts, TestShop::install);
  }

  /** Starts a server with another page. */
  static TestShop start(
      Map<String, String> attributes, Consumer<Connector> hosts, Consumer<Context> page)
      throws Exception {
    TestShop shop = new TestShop();
    String pid = Long.toString(ProcessHandle.current().pid());
    Path base = Files.createDirectories(Path.of("target", "test-tomcat", pid)).toAbsolutePath();
    shop.tomcat.setBaseDir(base.toString());
    Connector connector = shop.connector;
    // The tests do not test the warm-up, and there are many starts.
    connector.setProperty("warmUpMillis", "0");
    // All clients of a test have the same address, so they would belong to one visit.
    connector.setProperty("parallelConnectionsMax", "0");
    attributes.forEach(connector::setProperty);
    connector.addUpgradeProtocol(new Http2Protocol());
    hosts.accept(connector);
    shop.tomcat.setConnector(connector);
    page.accept(shop.tomcat.addContext("", base.toString()));
    shop.tomcat.start();
    return shop;
  }

  /** Creates a protected connector on a free port, without a TLS host. */
  public static Connector onFreePort() {
    Connector connector = new Connector(HeadwaiterProtocol.class.getName());
    connector.setPort(0);
    connector.setSecure(true);
    connector.setScheme("https");
    connector.setThrowOnFailure(true);
    connector.setProperty("address", "127.0.0.1");
    connector.setProperty("SSLEnabled", "true");
    return connector;
  }

  /** Creates a TLS host with one key of each of these algorithms. */
  public static SSLHostConfig host(String name, String... algorithms) {
    SSLHostConfig host = new SSLHostConfig();
    host.setHostName(name);
    for (String algorithm : algorithms) {
      SSLHostConfigCertificate certificate =
          new SSLHostConfigCertificate(host, SSLHostConfigCertificate.Type.valueOf(algorithm));
      try {
        certificate.setCertificateKeystoreFile(TestKeys.keystore(algorithm).toString());
      } catch (Exception e) {
        throw new AssertionError(e);
      }
      certificate.setCertificateKeystorePassword(TestKeys.PASSWORD);
      host.addCertificate(certificate);
    }
    return host;
  }

  public Connector connector() {
    return connector;
  }

  public AdmissionGate gate() {
    return protocol().gate();
  }

  /** Returns the connector's protocol. */
  public HeadwaiterProtocol protocol() {
    return (HeadwaiterProtocol) connector.getProtocolHandler();
  }

  public int port() {
    return connector.getLocalPort();
  }

  /** Returns a number of the status page, by its path with dots. */
  public long status(String path) {
    Object value = protocol().status();
    for (String name : path.split("\\.", -1)) {
      value = ((Map<?, ?>) value).get(name);
    }
    return ((Number) value).longValue();
  }

  /** Waits until no client is connected. */
  public void awaitNobodyConnected() {
    Awaitility.await()
        .alias("connections still counted")
        .until(() -> protocol().getConnectionCount() == 0 && status("undecided") == 0);
  }

  @Override
  public void close() throws LifecycleException {
    tomcat.stop();
    tomcat.destroy();
  }

  /** Records that the request asked twice for a connection, waited 3 ms and held it for an hour. */
  public static void lend(ConnectionUseRecorder recorder) {
    recorder.used("/", 2, TimeUnit.MILLISECONDS.toNanos(3), TimeUnit.HOURS.toNanos(1), 0);
  }

  /** Uses 3 ms of the calling thread's CPU time, on a fast machine and on a slow one. */
  public static void work() {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    long end = threads.getCurrentThreadCpuTime() + WORK_NANOS;
    while (threads.getCurrentThreadCpuTime() < end) {
      Thread.onSpinWait();
    }
  }

  /** Holds requests at their page until it is closed. */
  public static final class Hold implements AutoCloseable {
    private final String name = UUID.randomUUID().toString();
    private final CountDownLatch mayLeave = new CountDownLatch(1);
    private final AtomicInteger inside = new AtomicInteger();

    /** Creates a hold without requests. */
    public Hold() {
      HOLDS.put(name, this);
    }

    /** Returns the query of requests to hold. */
    public String query() {
      return HELD + name;
    }

    /** Returns the number of requests that are held now. */
    public int inside() {
      return inside.get();
    }

    /** Releases all requests, and holds no more. */
    public void letGo() {
      mayLeave.countDown();
      HOLDS.remove(name);
    }

    @Override
    public void close() {
      letGo();
    }
  }

  /** Waits until requests with this query are released; returns at once for other queries. */
  public static void hold(String query) {
    Hold hold =
        query != null && query.startsWith(HELD) ? HOLDS.get(query.substring(HELD.length())) : null;
    if (hold == null) {
      return;
    }
    hold.inside.incrementAndGet();
    try {
      hold.mayLeave.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      hold.inside.decrementAndGet();
    }
  }

  public static void install(Context context) {
    Tomcat.addServlet(
        context,
        "page",
        new HttpServlet() {
          @Override
          protected void doGet(HttpServletRequest request, HttpServletResponse response)
              throws IOException {
            response.setContentType("text/plain");
            if (LENT.equals(request.getQueryString())) {
              lend((ConnectionUseRecorder) request.getAttribute(ConnectionUseRecorder.ATTRIBUTE));
            }
            if (FAILS.equals(request.getQueryString())) {
              response.setStatus(500);
            }
            if (WORKS.equals(request.getQueryString())) {
              work();
            }
            hold(request.getQueryString());
            response.getWriter().print("served over " + request.getProtocol());
          }
        });
    context.addServletMapping("/", "page");
  }
}
