package io.headwaiter.tomcat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.pool.PoolControlSettings;
import io.headwaiter.core.pool.Profile;
import io.headwaiter.core.profile.ConnectionUseRecorder;
import io.headwaiter.front.AdjustablePool;
import io.headwaiter.front.Front;
import io.headwaiter.front.HeadwaiterOption;
import io.headwaiter.front.HeadwaiterSettings;
import io.headwaiter.front.PoolGovernor;
import io.headwaiter.front.ResourceGauge;
import io.headwaiter.front.StatusPart;
import io.headwaiter.tls.JsseRenegotiation;
import io.headwaiter.tls.JsseStatefulMode;
import java.net.InetSocketAddress;
import java.util.EnumMap;
import java.util.Map;
import org.apache.coyote.Adapter;
import org.apache.coyote.UpgradeProtocol;
import org.apache.coyote.http11.Http11NioProtocol;
import org.apache.juli.logging.Log;
import org.apache.juli.logging.LogFactory;

/**
 * The connector's protocol class: {@code <Connector
 * protocol="io.headwaiter.tomcat.HeadwaiterProtocol" SSLEnabled="true" ...>}. Everything that
 * Tomcat's own HTTPS connector understands stays as it is; {@link HeadwaiterOption} lists what is
 * added.
 *
 * <p>With {@code useVirtualThreads="true"} (JDK 21 or newer) a request runs on a virtual thread of
 * its own, and {@code maxThreads}, if it is set, is how many are served at a time; the others wait
 * in line ({@link HeadwaiterOption#WORKER_TIMEOUT_MILLIS}).
 *
 * <p>Three defaults differ from Tomcat's, because a server that holds its queue short needs few
 * workers and a listener that never waits: {@code maxThreads} begins at ten for each processor and
 * follows what holds the threads up to Tomcat's 200, {@code acceptCount} 1024, and {@code
 * maxConnections} 20000, so that the undecided connections, which may take at most half of it,
 * leave room for those let in. Set them to have others.
 */
public class HeadwaiterProtocol extends Http11NioProtocol {
  private static final Log log = LogFactory.getLog(HeadwaiterProtocol.class);
  private static final int ACCEPT_COUNT = 1024;
  private static final int CONNECTIONS_MAX = 20_000;

  private final Map<HeadwaiterOption, String> explicit = new EnumMap<>(HeadwaiterOption.class);
  private final HeadwaiterSettings settings =
      new HeadwaiterSettings(explicit, System::getProperty, System::getenv);
  private final HeadwaiterEndpoint endpoint;
  private final boolean jsseStateful;

  /** For Tomcat, which makes the protocol of a connector by name. */
  public HeadwaiterProtocol() {
    this(new HeadwaiterEndpoint());
  }

  @SuppressWarnings("this-escape") // To methods of Tomcat's class above, which is ready by then.
  private HeadwaiterProtocol(HeadwaiterEndpoint endpoint) {
    super(endpoint);
    this.endpoint = endpoint;
    endpoint.setSettings(settings);
    // JSSE reads its properties with its first context and handshake: here is the earliest we can
    // be.
    JsseRenegotiation.refuse();
    jsseStateful = JsseStatefulMode.enable();
    endpoint.setJsseStateful(jsseStateful);
    setAcceptCount(ACCEPT_COUNT);
    setMaxConnections(CONNECTIONS_MAX);
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
   * Wraps the adapter, where the requests of HTTP/1.1 and of HTTP/2 streams both pass, in the
   * request meter; who gets a courtesy page comes no further than that.
   */
  @Override
  public void setAdapter(Adapter adapter) {
    super.setAdapter(
        new MeteredAdapter(
            adapter,
            endpoint.meters(),
            endpoint::page,
            endpoint::isWarmingUp,
            endpoint::permits,
            endpoint::busy,
            () -> endpoint.front().excess()));
  }

  /** Of HTTP/2, told by its connections when their first request comes. */
  @Override
  public UpgradeProtocol getNegotiatedProtocol(String name) {
    UpgradeProtocol protocol = super.getNegotiatedProtocol(name);
    return protocol == null ? null : new WatchedProtocol(protocol);
  }

  /** The gate of this connector, for status and tests; there is one from the first start on. */
  public AdmissionGate gate() {
    return endpoint.front().gate();
  }

  /** Counters, learned costs and the last interval, as the admin endpoint shows them. */
  public Map<String, Object> status() {
    Front front = endpoint.front();
    return front == null ? Map.of() : front.status();
  }

  HeadwaiterEndpoint endpoint() {
    return endpoint;
  }

  /** Where the admin endpoint listens, or null if there is none. */
  public InetSocketAddress adminAddressBound() {
    Front front = endpoint.front();
    return front == null ? null : front.adminAddress();
  }

  /** Another resource of which requests hold a part: connections to a database, for example. */
  public void addResource(ResourceGauge gauge) {
    endpoint.gauges().add(gauge);
  }

  /** Something else that the admin endpoint shows, also after a stop and start. */
  public void addStatus(StatusPart part) {
    endpoint.gauges().show(part);
  }

  /**
   * The worker threads, whose number may be changed while requests are served; on virtual threads,
   * the requests that are served at a time.
   */
  public AdjustablePool workers() {
    return endpoint.workers();
  }

  /**
   * Sizes the worker threads and the connections by a profile from now on, also after a stop and
   * start; call it when the connector has started.
   *
   * @throws IllegalStateException with a sentence if one of both cannot be sized
   * @throws io.headwaiter.core.pool.OutsideProfileException if nothing within the settings was
   *     profiled
   */
  public void governPools(PoolControlSettings bounds, Profile profile, AdjustablePool connections) {
    endpoint.gauges().govern(new PoolGovernor(bounds, profile, endpoint.workers(), connections));
  }

  /**
   * Lets {@code tune pools --url} set the worker threads and the connections over the admin
   * endpoint, to the next stop; call it when the connector has started. For a server without
   * customers: it takes any sizes.
   *
   * @throws IllegalStateException with a sentence if admission is on and no shadow, the admin
   *     endpoint is not on a loopback address, or the pools are governed or cannot be sized
   */
  public void allowTuning(AdjustablePool connections) {
    endpoint.gauges().allowTuning(endpoint.workers(), connections);
  }

  /**
   * Where whoever lends database connections tells what each request has had of them; from then on
   * the request profile knows it. Each request has a recorder of its own as its attribute {@link
   * ConnectionUseRecorder#ATTRIBUTE}, where the filter of the module jdbc finds it. This one is for
   * those who cannot see the request: it takes the one that is served on the calling thread.
   */
  public ConnectionUseRecorder connectionUses() {
    return endpoint.turns();
  }

  /** Sets an option by its enum constant. */
  public void setOption(HeadwaiterOption option, String value) {
    explicit.put(option, value);
  }

  /** {@link HeadwaiterOption#ADMISSION}. */
  public void setAdmission(String value) {
    setOption(HeadwaiterOption.ADMISSION, value);
  }

  /** {@link HeadwaiterOption#SHADOW}. */
  public void setShadow(String value) {
    setOption(HeadwaiterOption.SHADOW, value);
  }

  /** {@link HeadwaiterOption#HELLO_DEADLINE_MILLIS}. */
  public void setHelloDeadlineMillis(String value) {
    setOption(HeadwaiterOption.HELLO_DEADLINE_MILLIS, value);
  }

  /** {@link HeadwaiterOption#HANDSHAKE_TIMEOUT_MILLIS}. */
  public void setHandshakeTimeoutMillis(String value) {
    setOption(HeadwaiterOption.HANDSHAKE_TIMEOUT_MILLIS, value);
  }

  /** {@link HeadwaiterOption#FIRST_REQUEST_TIMEOUT_MILLIS}. */
  public void setFirstRequestTimeoutMillis(String value) {
    setOption(HeadwaiterOption.FIRST_REQUEST_TIMEOUT_MILLIS, value);
  }

  /** {@link HeadwaiterOption#HELLO_BYTES_MAX}. */
  public void setHelloBytesMax(String value) {
    setOption(HeadwaiterOption.HELLO_BYTES_MAX, value);
  }

  /** {@link HeadwaiterOption#UNDECIDED_MAX}. */
  public void setUndecidedMax(String value) {
    setOption(HeadwaiterOption.UNDECIDED_MAX, value);
  }

  /** {@link HeadwaiterOption#REFUSAL_STYLE}. */
  public void setRefusalStyle(String value) {
    setOption(HeadwaiterOption.REFUSAL_STYLE, value);
  }

  /** {@link HeadwaiterOption#COURTESY_PER_SECOND}. */
  public void setCourtesyPerSecond(String value) {
    setOption(HeadwaiterOption.COURTESY_PER_SECOND, value);
  }

  /** {@link HeadwaiterOption#COURTESY_SHARE}. */
  public void setCourtesyShare(String value) {
    setOption(HeadwaiterOption.COURTESY_SHARE, value);
  }

  /** {@link HeadwaiterOption#COURTESY_RETRY_AFTER_SECONDS}. */
  public void setCourtesyRetryAfterSeconds(String value) {
    setOption(HeadwaiterOption.COURTESY_RETRY_AFTER_SECONDS, value);
  }

  /** {@link HeadwaiterOption#VISIT_IDLE_SECONDS}. */
  public void setVisitIdleSeconds(String value) {
    setOption(HeadwaiterOption.VISIT_IDLE_SECONDS, value);
  }

  /** {@link HeadwaiterOption#VISIT_AGE_MAX_SECONDS}. */
  public void setVisitAgeMaxSeconds(String value) {
    setOption(HeadwaiterOption.VISIT_AGE_MAX_SECONDS, value);
  }

  /** {@link HeadwaiterOption#WAITING_ROOM_MAX}. */
  public void setWaitingRoomMax(String value) {
    setOption(HeadwaiterOption.WAITING_ROOM_MAX, value);
  }

  /** {@link HeadwaiterOption#WAITING_PATIENCE_MILLIS}. */
  public void setWaitingPatienceMillis(String value) {
    setOption(HeadwaiterOption.WAITING_PATIENCE_MILLIS, value);
  }

  /** {@link HeadwaiterOption#WAITING_TARGET_MILLIS}. */
  public void setWaitingTargetMillis(String value) {
    setOption(HeadwaiterOption.WAITING_TARGET_MILLIS, value);
  }

  /** {@link HeadwaiterOption#FAIRNESS_IPV4_PREFIX}. */
  public void setFairnessIpv4Prefix(String value) {
    setOption(HeadwaiterOption.FAIRNESS_IPV4_PREFIX, value);
  }

  /** {@link HeadwaiterOption#FAIRNESS_IPV6_PREFIX}. */
  public void setFairnessIpv6Prefix(String value) {
    setOption(HeadwaiterOption.FAIRNESS_IPV6_PREFIX, value);
  }

  /** {@link HeadwaiterOption#TICKET_BURST}. */
  public void setTicketBurst(String value) {
    setOption(HeadwaiterOption.TICKET_BURST, value);
  }

  /** {@link HeadwaiterOption#TICKET_PER_SECOND}. */
  public void setTicketPerSecond(String value) {
    setOption(HeadwaiterOption.TICKET_PER_SECOND, value);
  }

  /** {@link HeadwaiterOption#TICKET_CONNECTIONS_MAX}. */
  public void setTicketConnectionsMax(String value) {
    setOption(HeadwaiterOption.TICKET_CONNECTIONS_MAX, value);
  }

  /** {@link HeadwaiterOption#PARALLEL_CONNECTIONS_MAX}. */
  public void setParallelConnectionsMax(String value) {
    setOption(HeadwaiterOption.PARALLEL_CONNECTIONS_MAX, value);
  }

  /** {@link HeadwaiterOption#CONNECTIONS_PER_VISIT_MAX}. */
  public void setConnectionsPerVisitMax(String value) {
    setOption(HeadwaiterOption.CONNECTIONS_PER_VISIT_MAX, value);
  }

  /** {@link HeadwaiterOption#BYPASS_NETWORKS}. */
  public void setBypassNetworks(String value) {
    setOption(HeadwaiterOption.BYPASS_NETWORKS, value);
  }

  /** {@link HeadwaiterOption#BYPASS_SERVER_NAMES}. */
  public void setBypassServerNames(String value) {
    setOption(HeadwaiterOption.BYPASS_SERVER_NAMES, value);
  }

  /** {@link HeadwaiterOption#BYPASS_PROTOCOLS}. */
  public void setBypassProtocols(String value) {
    setOption(HeadwaiterOption.BYPASS_PROTOCOLS, value);
  }

  /** {@link HeadwaiterOption#BYPASS_PER_SECOND}. */
  public void setBypassPerSecond(String value) {
    setOption(HeadwaiterOption.BYPASS_PER_SECOND, value);
  }

  /** {@link HeadwaiterOption#BYPASS_BURST}. */
  public void setBypassBurst(String value) {
    setOption(HeadwaiterOption.BYPASS_BURST, value);
  }

  /** {@link HeadwaiterOption#WORKER_TIMEOUT_MILLIS}. */
  public void setWorkerTimeoutMillis(String value) {
    setOption(HeadwaiterOption.WORKER_TIMEOUT_MILLIS, value);
  }

  /** {@link HeadwaiterOption#WORKER_RETRY_AFTER_SECONDS}. */
  public void setWorkerRetryAfterSeconds(String value) {
    setOption(HeadwaiterOption.WORKER_RETRY_AFTER_SECONDS, value);
  }

  /** {@link HeadwaiterOption#QUEUE_DELAY_TARGET_MILLIS}. */
  public void setQueueDelayTargetMillis(String value) {
    setOption(HeadwaiterOption.QUEUE_DELAY_TARGET_MILLIS, value);
  }

  /** {@link HeadwaiterOption#FORMULA_NEW_MILLIS}. */
  public void setFormulaNewMillis(String value) {
    setOption(HeadwaiterOption.FORMULA_NEW_MILLIS, value);
  }

  /** {@link HeadwaiterOption#FORMULA_RESUMED_MILLIS}. */
  public void setFormulaResumedMillis(String value) {
    setOption(HeadwaiterOption.FORMULA_RESUMED_MILLIS, value);
  }

  /** {@link HeadwaiterOption#FORMULA_INTERVAL_MILLIS}. */
  public void setFormulaIntervalMillis(String value) {
    setOption(HeadwaiterOption.FORMULA_INTERVAL_MILLIS, value);
  }

  /** {@link HeadwaiterOption#TLS}. */
  public void setTls(String value) {
    setOption(HeadwaiterOption.TLS, value);
  }

  /** {@link HeadwaiterOption#TICKET_KEY_FILE}. */
  public void setTicketKeyFile(String value) {
    setOption(HeadwaiterOption.TICKET_KEY_FILE, value);
  }

  /** {@link HeadwaiterOption#TICKET_KEY_ROTATION_SECONDS}. */
  public void setTicketKeyRotationSeconds(String value) {
    setOption(HeadwaiterOption.TICKET_KEY_ROTATION_SECONDS, value);
  }

  /** {@link HeadwaiterOption#WARM_UP_MILLIS}. */
  public void setWarmUpMillis(String value) {
    setOption(HeadwaiterOption.WARM_UP_MILLIS, value);
  }

  /** {@link HeadwaiterOption#WARM_UP_PATHS}. */
  public void setWarmUpPaths(String value) {
    setOption(HeadwaiterOption.WARM_UP_PATHS, value);
  }

  /** {@link HeadwaiterOption#REQUEST_PATTERNS}. */
  public void setRequestPatterns(String value) {
    setOption(HeadwaiterOption.REQUEST_PATTERNS, value);
  }

  /** {@link HeadwaiterOption#RECORDED_ADDRESSES}. */
  public void setRecordedAddresses(String value) {
    setOption(HeadwaiterOption.RECORDED_ADDRESSES, value);
  }

  /** {@link HeadwaiterOption#ADMIN_PORT}. */
  public void setAdminPort(String value) {
    setOption(HeadwaiterOption.ADMIN_PORT, value);
  }

  /** {@link HeadwaiterOption#ADMIN_ADDRESS}. */
  public void setAdminAddress(String value) {
    setOption(HeadwaiterOption.ADMIN_ADDRESS, value);
  }

  /** {@link HeadwaiterOption#ADMIN_TOKEN}. */
  public void setAdminToken(String value) {
    setOption(HeadwaiterOption.ADMIN_TOKEN, value);
  }
}
