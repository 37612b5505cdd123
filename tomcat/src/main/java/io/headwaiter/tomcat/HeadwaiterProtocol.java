package io.headwaiter.tomcat;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.pool.PoolControlSettings;
import io.headwaiter.core.pool.Profile;
import io.headwaiter.core.profile.ConnectionUseRecorder;
import io.headwaiter.front.AdjustablePool;
import io.headwaiter.front.Front;
import io.headwaiter.front.HeadwaiterOption;
import io.headwaiter.front.PoolGovernor;
import io.headwaiter.front.ResourceGauge;
import io.headwaiter.front.StatusPart;
import io.headwaiter.tls.JsseRenegotiation;
import io.headwaiter.tls.JsseStatefulMode;
import java.net.InetSocketAddress;
import java.util.Map;
import org.apache.coyote.Adapter;
import org.apache.coyote.UpgradeProtocol;
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
public class HeadwaiterProtocol extends HeadwaiterAttributes {
  private static final Log log = LogFactory.getLog(HeadwaiterProtocol.class);
  private static final int ACCEPT_COUNT = 1024;
  private static final int CONNECTIONS_MAX = 20_000;

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
    endpoint.setSettings(settings());
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
    settings().check();
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
    TlsEngines engines = TlsEngines.choose(settings(), getSslImplementationName());
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
   * request meter; the request of a client that gets a courtesy page comes no further than that.
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
   * Takes what each request has had of database connections, from the code that lends them; from
   * then on the request profile knows it. Each request has a recorder of its own as its attribute
   * {@link ConnectionUseRecorder#ATTRIBUTE}, where the filter of the module jdbc finds it. This one
   * is for code that cannot see the request: it takes the one that is served on the calling thread.
   */
  public ConnectionUseRecorder connectionUses() {
    return endpoint.turns();
  }
}
