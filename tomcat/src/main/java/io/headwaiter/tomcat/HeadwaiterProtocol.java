package io.headwaiter.tomcat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.api.UserApi;
import io.headwaiter.core.profile.ConnectionUseRecorder;
import io.headwaiter.front.ConnectorRuntime;
import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.front.config.HeadwaiterSettings;
import io.headwaiter.front.pools.AdjustablePool;
import io.headwaiter.front.pools.ResourceGauge;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.telemetry.StatusPart;
import io.headwaiter.tls.JsseRenegotiation;
import io.headwaiter.tls.JsseStatefulMode;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import org.apache.coyote.Adapter;
import org.apache.coyote.UpgradeProtocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.juli.logging.Log;
import org.apache.juli.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * The connector's protocol class: {@code <Connector
 * protocol="io.headwaiter.tomcat.HeadwaiterProtocol" SSLEnabled="true" ...>}. All settings of
 * Tomcat's own HTTPS connector keep their meaning; {@link HeadwaiterOption} lists the additional
 * ones.
 *
 * <p>With {@code useVirtualThreads="true"} (JDK 21 or newer) each request runs on its own virtual
 * thread. {@code maxThreads}, if set, is then the number of requests served at a time; the others
 * wait in a queue ({@link HeadwaiterOption#WORKER_TIMEOUT_MILLIS}).
 *
 * <p>Four defaults differ from Tomcat's, because a server with a short queue needs few workers and
 * a listener that never waits. {@code maxThreads} starts at ten per processor and follows demand up
 * to Tomcat's 200. {@code acceptCount} is 1024. {@code maxConnections} is 20000; the undecided
 * connections may take at most half of it, and the rest is for admitted ones. {@code useSendfile}
 * is false, because the CPU time of a file that Tomcat's poller sends would count for no visit.
 * Explicit settings replace these defaults.
 */
@UserApi
public class HeadwaiterProtocol extends Http11NioProtocol {
  private static final Log log = LogFactory.getLog(HeadwaiterProtocol.class);
  private static final int ACCEPT_COUNT = 1024;
  private static final int CONNECTIONS_MAX = 20_000;

  private final Map<HeadwaiterOption, String> explicit = new EnumMap<>(HeadwaiterOption.class);
  private final HeadwaiterSettings settings =
      new HeadwaiterSettings(explicit, System::getProperty, System::getenv);
  private final HeadwaiterEndpoint endpoint;
  private final boolean jsseStateful;

  /** Creates the protocol of a connector; Tomcat calls this by reflection. */
  public HeadwaiterProtocol() {
    this(new HeadwaiterEndpoint());
  }

  @SuppressWarnings("this-escape") // Calls only the superclass, which is initialised.
  HeadwaiterProtocol(HeadwaiterEndpoint endpoint) {
    super(endpoint);
    this.endpoint = endpoint;
    endpoint.setSettings(settings);
    // JSSE reads its properties with its first context and handshake, so set them as early as
    // possible.
    JsseRenegotiation.refuse();
    jsseStateful = JsseStatefulMode.enable();
    endpoint.setJsseStateful(jsseStateful);
    setAcceptCount(ACCEPT_COUNT);
    setMaxConnections(CONNECTIONS_MAX);
    // The poller would send files: its CPU time belongs to no visit, and the watch sees no request.
    endpoint.setUseSendfile(false);
  }

  /** Sets an option; takes effect at the next start. The values are checked there. */
  public void setOption(HeadwaiterOption option, String value) {
    explicit.put(option, value);
  }

  /**
   * Sets an attribute of the connector by its name: one of {@link HeadwaiterOption}, or one of
   * Tomcat's. Tomcat calls this for the attributes in {@code server.xml} that have no setter.
   *
   * @return false if there is no attribute of that name
   */
  @Override
  public boolean setProperty(String name, String value) {
    Optional<HeadwaiterOption> option = HeadwaiterOption.byName(name);
    option.ifPresent(known -> setOption(known, value));
    return option.isPresent() || super.setProperty(name, value);
  }

  @Override
  public void init() throws Exception {
    init(TomcatVersion.running());
  }

  void init(TomcatVersion version) throws Exception {
    version.check();
    settings.check();
    if (!isSSLEnabled()) {
      throw new IllegalArgumentException(
          "HeadwaiterProtocol tells TLS connections apart and needs SSLEnabled=\"true\" with an"
              + " SSLHostConfig. For plain HTTP use Tomcat's own protocol=\"HTTP/1.1\".");
    }
    VirtualTurns.check(endpoint.getUseVirtualThreads(), Runtime.version().feature());
    chooseEngines();
    super.init();
  }

  private void chooseEngines() {
    TlsEngines engines = TlsEngines.choose(settings, getSslImplementationName());
    if (engines == TlsEngines.BORINGSSL) {
      setSslImplementationName(BoringsslImplementation.class.getName());
      return;
    }
    if (engines == TlsEngines.JSSE) {
      setSslImplementationName(null);
    }
    if (!jsseStateful) {
      log.info(
          "TLS sessions are stateless, as "
              + JsseStatefulMode.PROPERTY
              + " asks for: a claimed ticket is tried out on an engine of its own, which costs more"
              + " than a look-up");
    }
  }

  /**
   * Wraps the adapter, which handles the requests of HTTP/1.1 and of HTTP/2 streams, in a {@link
   * MeteredAdapter}. The wrapper answers requests on courtesy connections itself.
   */
  @Override
  public void setAdapter(Adapter adapter) {
    super.setAdapter(
        new MeteredAdapter(
            new TicketRenewal(adapter, () -> endpoint.runtime().connectionLifeNanos()),
            endpoint.meters(),
            endpoint::page,
            endpoint::isWarmingUp,
            endpoint::permits,
            endpoint::busy,
            () -> endpoint.runtime().excess()));
  }

  /** Returns the protocol, HTTP/2, wrapped so that each connection is notified of its requests. */
  @Override
  public @Nullable UpgradeProtocol getNegotiatedProtocol(String name) {
    UpgradeProtocol protocol = super.getNegotiatedProtocol(name);
    return protocol == null ? null : watched(protocol);
  }

  private WatchedProtocol watched(UpgradeProtocol protocol) {
    return new WatchedProtocol(protocol, () -> endpoint.runtime().connectionLifeNanos());
  }

  /** Returns the gate of this connector; only after the first start. */
  AdmissionGate gate() {
    return endpoint.runtime().gate();
  }

  /**
   * Returns counters, learned costs and the last interval, as the admin endpoint shows them; empty
   * before the first start.
   */
  public Map<String, Object> status() {
    ConnectorRuntime runtime = endpoint.runtimeOrNull();
    return runtime == null ? Map.of() : runtime.status();
  }

  /**
   * Returns the figures that {@code /metrics} of the admin endpoint shows, also if there is no such
   * endpoint; none before the first start.
   */
  public MetricsText metrics() {
    ConnectorRuntime runtime = endpoint.runtimeOrNull();
    return runtime == null ? new MetricsText() : runtime.metrics();
  }

  HeadwaiterEndpoint endpoint() {
    return endpoint;
  }

  /** Returns the address of the admin endpoint, or null if there is none. */
  public @Nullable InetSocketAddress adminAddressBound() {
    ConnectorRuntime runtime = endpoint.runtimeOrNull();
    return runtime == null ? null : runtime.adminAddress();
  }

  /** Returns the address for agent checks of a balancer, or null if there is none. */
  public @Nullable InetSocketAddress agentAddressBound() {
    ConnectorRuntime runtime = endpoint.runtimeOrNull();
    return runtime == null ? null : runtime.agentAddress();
  }

  /** Adds the gauge of another resource that requests hold, for example database connections. */
  public void addResource(ResourceGauge gauge) {
    endpoint.gauges().add(gauge);
  }

  /** Adds a part to the status that the admin endpoint shows, also after a stop and start. */
  public void addStatus(StatusPart part) {
    endpoint.gauges().show(part);
  }

  /**
   * Returns the pool of worker threads, which can be resized while requests are served; on virtual
   * threads, the permits for requests that are served at a time.
   */
  public AdjustablePool workers() {
    return endpoint.workers();
  }

  /**
   * Returns a recorder of the database connections that requests use; code that lends connections
   * calls it, and the request profile then shows them. Each request also has its own recorder as
   * attribute {@link ConnectionUseRecorder#ATTRIBUTE}, which the filter of module jdbc uses. The
   * recorder returned here is for code without access to the request: it records for the request
   * that is served on the calling thread.
   */
  public ConnectionUseRecorder connectionUses() {
    return endpoint.turns();
  }
}
