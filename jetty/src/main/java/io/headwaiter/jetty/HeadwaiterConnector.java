package io.headwaiter.jetty;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.api.UserApi;
import io.headwaiter.core.profile.ConnectionUseRecorder;
import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.door.Door;
import io.headwaiter.front.ConnectorRuntime;
import io.headwaiter.front.ResourceGauges;
import io.headwaiter.front.WarmUp;
import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.front.config.HeadwaiterSettings;
import io.headwaiter.front.pools.ResourceGauge;
import io.headwaiter.front.request.HandshakeAccounting;
import io.headwaiter.front.session.ConnectionWatch;
import io.headwaiter.front.session.SessionDirectory;
import io.headwaiter.front.status.TlsStatus;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.JsseRenegotiation;
import io.headwaiter.tls.JsseSessionVerifier;
import io.headwaiter.tls.JsseStatefulMode;
import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Executor;
import org.eclipse.jetty.io.ManagedSelector;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.SocketChannelEndPoint;
import org.eclipse.jetty.server.ConnectionFactory;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.util.IO;
import org.eclipse.jetty.util.ssl.SslContextFactory;
import org.eclipse.jetty.util.thread.Scheduler;
import org.jspecify.annotations.Nullable;

/**
 * Jetty's connector behind the door: the door accepts the connections, and only those that it
 * admits get an end point, an engine and a thread.
 *
 * <pre>
 *   Server server = new Server(new WorkerThreadPool());
 *   HeadwaiterConnector connector =
 *       new HeadwaiterConnector(server, tls, new HttpConnectionFactory(configuration));
 *   connector.setPort(8443);
 *   connector.setOption(HeadwaiterOption.ADMIN_PORT, "9180");
 *   server.addConnector(connector);
 * </pre>
 *
 * <p>All settings of {@link ServerConnector} keep their meaning; {@link HeadwaiterOption} lists the
 * additional ones. TLS engines are the JDK's. Clients may not renegotiate: that would be a full
 * handshake without admission.
 *
 * <p>The connector learns the CPU time of handshakes from their threads, that of visits from the
 * process, and the wait for a thread from the work that it gives to the server's pool. It does not
 * see the wait of work that the application gives to the pool.
 */
@UserApi
public class HeadwaiterConnector extends ServerConnector {
  private static final int CONNECTIONS_MAX = 20_000;
  private static final int BACKLOG = 1024;

  private final Map<HeadwaiterOption, String> explicit = new EnumMap<>(HeadwaiterOption.class);
  private final HeadwaiterSettings settings =
      new HeadwaiterSettings(explicit, System::getProperty, System::getenv);
  private final ResourceGauges gauges = new ResourceGauges();
  private final SslContextFactory.Server tls;
  private final ServerMeters meters;
  private final JettyDoorHost host = new JettyDoorHost(this);
  private volatile int connectionsMax = CONNECTIONS_MAX;
  private volatile @Nullable ConnectorRuntime runtime;
  // True from the start until the door begins to accept.
  private volatile boolean starting;

  /**
   * Creates a connector for these protocols behind TLS. It verifies claimed sessions only if the
   * JDK's sessions are stateful, as they are unless a system property has made them stateless.
   *
   * @param protocols the first is used unless the client negotiates another, so with HTTP/2 it is
   *     an {@code ALPNServerConnectionFactory}; at least one
   * @throws IllegalArgumentException with an explanatory message, if there is no protocol
   */
  public HeadwaiterConnector(
      Server server, SslContextFactory.Server tls, ConnectionFactory... protocols) {
    this(server, tls, new ServerMeters(), protocols);
  }

  private HeadwaiterConnector(
      Server server,
      SslContextFactory.Server tls,
      ServerMeters meters,
      ConnectionFactory... protocols) {
    super(
        server,
        new Turns(server.getThreadPool(), meters),
        null,
        null,
        /* acceptors= */ 0,
        /* selectors= */ -1,
        behindTls(tls, protocols));
    this.tls = Objects.requireNonNull(tls, "tls");
    this.meters = meters;
    gauges.addWorkers(new WorkerGauge(server.getThreadPool(), turns()));
    // JSSE reads its properties with its first context and handshake, when the server starts.
    JsseRenegotiation.refuse();
    JsseStatefulMode.enable();
    setAcceptQueueSize(BACKLOG);
    getSelectorManager().addEventListener(host);
  }

  private static ConnectionFactory[] behindTls(
      SslContextFactory.Server tls, ConnectionFactory... protocols) {
    if (protocols.length == 0) {
      throw new IllegalArgumentException(
          "A connector needs a protocol behind TLS, a HttpConnectionFactory for example.");
    }
    ConnectionFactory[] all = new ConnectionFactory[protocols.length + 1];
    all[0] = new AdmittedSslFactory(tls, protocols[0].getProtocol());
    System.arraycopy(protocols, 0, all, 1, protocols.length);
    for (ConnectionFactory protocol : protocols) {
      if (protocol instanceof HttpConfiguration.ConnectionFactory http
          && http.getHttpConfiguration().getCustomizer(RequestMeter.class) == null) {
        http.getHttpConfiguration().addCustomizer(new RequestMeter());
      }
    }
    return all;
  }

  /** Sets an option; takes effect at the next start. */
  public void setOption(HeadwaiterOption option, String value) {
    explicit.put(option, value);
  }

  /** Adds the gauge of another resource that requests hold, for example database connections. */
  public void addResource(ResourceGauge gauge) {
    gauges.add(gauge);
  }

  /**
   * Sets the maximum number of connections, at the door and behind it; negative for no limit. The
   * default is 20000.
   */
  public void setMaxConnections(int max) {
    connectionsMax = max;
    vacancyAtTheDoor();
  }

  /** Returns the maximum number of connections at the door and behind it; negative for no limit. */
  public int getMaxConnections() {
    return connectionsMax;
  }

  /** Returns the number of open connections, at the door and behind it. */
  public int getConnectionCount() {
    return host.connections();
  }

  /** Returns the gate since the last start; only after the first start. */
  AdmissionGate gate() {
    return started().gate();
  }

  /**
   * Returns counters, learned costs and the last interval, as the admin endpoint shows them; empty
   * before the first start.
   */
  public Map<String, Object> status() {
    ConnectorRuntime current = runtime;
    return current == null ? Map.of() : current.status();
  }

  /** Returns the address of the admin endpoint, or null if there is none. */
  public @Nullable InetSocketAddress adminAddressBound() {
    ConnectorRuntime current = runtime;
    return current == null ? null : current.adminAddress();
  }

  @Override
  protected void doStart() throws Exception {
    settings.check();
    JettyOptions.check(settings, connectionsMax);
    tls.setRenegotiationAllowed(false);
    JsseSessionVerifier sessions =
        new JsseSessionVerifier(name -> List.of(tls.getSslContext().getServerSessionContext()));
    String name = getName() == null ? "headwaiter" : getName();
    host.limit().readDescriptors();
    SessionDirectory sessionDirectory =
        settings.visits(System::nanoTime, System::currentTimeMillis);
    ConnectorRuntime started =
        new ConnectorRuntime(
            name,
            settings,
            host.limit(),
            turns(),
            meters,
            sessionDirectory,
            sessionDirectory.verifying(sessions::find),
            host);
    runtime = started;
    try {
      gauges.measureBy(started);
      turns().start(started.excess(), /* shared= */ !started.gate().isShadow());
      turns().meter().giveWay(started.priority());
      started.show(new TlsStatus(TlsStatus.Engine.JSSE, /* isFallback= */ false, null));
      started.prepare(null);
      starting = true;
      super.doStart();
    } catch (Exception | Error e) {
      gauges.forget(started);
      started.stop();
      turns().stop();
      close();
      throw e;
    }
  }

  @Override
  protected void doStop() throws Exception {
    // The runtime stops first: it must hand over no connection while Jetty stops its selectors.
    ConnectorRuntime current = runtime;
    if (current != null) {
      gauges.forget(current);
      current.stop();
    }
    super.doStop();
    turns().stop();
  }

  /** Also closes the listener, because it is in none of Jetty's selectors, which would close it. */
  @Override
  public void close() {
    Object listener = getTransport();
    ConnectorRuntime current = runtime;
    if (current != null) {
      stopAccepting(current.door());
    }
    super.close();
    if (listener instanceof Closeable closeable) {
      IO.close(closeable);
    }
  }

  @Override
  protected SelectorManager newSelectorManager(
      Executor executor, Scheduler scheduler, int selectors) {
    return new AdmittedManager(executor, scheduler, selectors);
  }

  /**
   * Returns a recorder of the database connections that requests use; code that lends connections
   * calls it, and the request profile then shows them. Each request also has its own recorder as
   * attribute {@link ConnectionUseRecorder#ATTRIBUTE}, which the filter of module jdbc uses. The
   * recorder returned here is for code without access to the request: it records for the request
   * that is served on the calling thread.
   */
  public ConnectionUseRecorder connectionUses() {
    return turns().meter();
  }

  private ConnectorRuntime started() {
    return Objects.requireNonNull(runtime, "The connector was not started.");
  }

  /** Returns the CPU time for visits over their account. */
  ExcessBudget excess() {
    return started().excess();
  }

  HandshakeAccounting handshakes() {
    return started().handshakes();
  }

  /** Returns whether a client of this address may open parallel connections of its visit. */
  boolean mayOpenParallel(@Nullable InetAddress client) {
    return started().mayOpenParallel(client);
  }

  ConnectionWatch watch() {
    return started().watch();
  }

  ServerMeters meters() {
    return meters;
  }

  SslContextFactory.Server tls() {
    return tls;
  }

  /** Hands a connection to Jetty; on the door's thread, or the starting thread in the warm-up. */
  void takeIn(SocketChannel channel, ConnectionHandover handover) {
    configure(channel.socket());
    getSelectorManager().accept(channel, handover);
  }

  void vacancyAtTheDoor() {
    ConnectorRuntime current = runtime;
    if (current != null) {
      current.door().vacancy();
    }
  }

  private Turns turns() {
    return (Turns) getExecutor();
  }

  private void stopAccepting(Door door) {
    if (door.threadIds().contains(Thread.currentThread().getId())) {
      // A Jetty listener that limits connections called this on the door's thread, which cannot
      // wait for itself.
      getExecutor().execute(door::stopAccepting);
    } else {
      door.stopAccepting();
    }
  }

  private final class AdmittedManager extends ServerConnectorManager {
    AdmittedManager(Executor executor, Scheduler scheduler, int selectors) {
      super(executor, scheduler, selectors);
    }

    /** Makes the door accept, instead of one of Jetty's selectors. */
    @Override
    public Closeable acceptor(SelectableChannel listener) {
      Door door = started().door();
      // Jetty calls this after each pause, too.
      if (starting) {
        starting = false;
        WarmUp.run(settings, host::warmUp, /* requests= */ false, host::connections);
        started().decide();
      }
      try {
        door.startAccepting((ServerSocketChannel) listener);
      } catch (IOException e) {
        throw new UncheckedIOException("The listener cannot be made non-blocking", e);
      }
      return () -> stopAccepting(door);
    }

    @Override
    protected SocketChannelEndPoint newEndPoint(
        SelectableChannel channel, ManagedSelector selector, SelectionKey key) {
      ConnectionHandover handover = (ConnectionHandover) key.attachment();
      AdmittedEndPoint endPoint =
          new AdmittedEndPoint((SocketChannel) channel, selector, key, getScheduler(), handover);
      endPoint.setIdleTimeout(getIdleTimeout());
      handover.setEndPoint(endPoint);
      return endPoint;
    }
  }
}
