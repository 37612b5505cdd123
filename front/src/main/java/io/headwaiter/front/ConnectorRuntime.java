package io.headwaiter.front;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.capacity.AdmissionController;
import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.door.Door;
import io.headwaiter.door.DoorHost;
import io.headwaiter.door.DoorOptions;
import io.headwaiter.door.SessionVerifier;
import io.headwaiter.front.config.HeadwaiterSettings;
import io.headwaiter.front.config.UnknownVariables;
import io.headwaiter.front.control.ControlLoop;
import io.headwaiter.front.control.ControlSources;
import io.headwaiter.front.control.ControlThread;
import io.headwaiter.front.control.RefusalLog;
import io.headwaiter.front.control.RequestProfiler;
import io.headwaiter.front.control.ResourceMeter;
import io.headwaiter.front.control.WorkerSizer;
import io.headwaiter.front.pools.PoolGovernor;
import io.headwaiter.front.pools.PoolReading;
import io.headwaiter.front.pools.PoolSetter;
import io.headwaiter.front.pools.ResourceGauge;
import io.headwaiter.front.pools.WorkerPool;
import io.headwaiter.front.request.DoorPriority;
import io.headwaiter.front.request.HandshakeAccounting;
import io.headwaiter.front.session.ConnectionLimit;
import io.headwaiter.front.session.ConnectionWatch;
import io.headwaiter.front.session.CountedSessions;
import io.headwaiter.front.session.SessionDirectory;
import io.headwaiter.front.status.ConnectionStatus;
import io.headwaiter.front.status.StatusPage;
import io.headwaiter.front.supply.CpuAccounting;
import io.headwaiter.front.supply.CpuSupplyMeter;
import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.front.work.WorkQueue;
import io.headwaiter.telemetry.DecisionEvents;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.telemetry.RequestTypes;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.telemetry.StatusPart;
import io.headwaiter.tls.TicketKeyThread;
import io.headwaiter.tls.TicketKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/**
 * The parts in front of a container, from one start of its connector to its stop: the gate, the
 * door, the control loop, the admin port, and the thread that rotates the ticket keys.
 */
public final class ConnectorRuntime {
  /** The name of the log with the line that each start writes. */
  public static final String START_LOG = "io.headwaiter.start";

  private static final System.Logger LOG = System.getLogger(ConnectorRuntime.class.getName());
  private static final String POOLS = "/pools";

  private final HeadwaiterSettings settings;
  private final String name;
  private final AdmissionGate gate;
  private final HandshakeAccounting handshakes;
  private final RequestTypes types;
  private final Door door;
  private final StatusPage status;
  private final ConnectionWatch watch;
  private final ControlThread control;
  private final DoorPriority priority;
  private final CpuAccounting cpu;
  private final RequestProfiler profile;
  private final ResourceMeter resources = new ResourceMeter();
  private final List<StatusPart> parts = new CopyOnWriteArrayList<>();
  private final ControlLoop loop;
  private final ExcessBudget excess = new ExcessBudget(Runtime.getRuntime().availableProcessors());
  private final RefusalLog refusals;
  private final PoolControl pools;
  private final AdminPorts ports;
  private @Nullable TicketKeyThread ticketThread;
  private volatile long connectionLifeNanos = Long.MAX_VALUE;

  /**
   * Creates all parts; nothing runs yet.
   *
   * @param name prefix of the threads' names
   * @param connections the limit on open connections
   * @param work the queue in front of the container's workers
   * @param meters what the workers measure
   * @param sessions the visits under way
   * @param verifier tells which claims hold
   * @param host takes the admitted connections
   * @throws IOException if the system gives no selector
   */
  public ConnectorRuntime(
      String name,
      HeadwaiterSettings settings,
      ConnectionLimit connections,
      WorkQueue work,
      ServerMeters meters,
      SessionDirectory sessions,
      SessionVerifier verifier,
      DoorHost host)
      throws IOException {
    this.settings = settings;
    this.name = name;
    refusals = RefusalLog.of(name);
    pools = new PoolControl(name + "-pools", this::poolReading);
    CpuSupplyMeter supply = CpuSupplyMeter.ofThisHost(ThreadCpu::processNanos);
    double processors = supply.sample(System.nanoTime(), /* wanting= */ false).allowed();
    Optional<AdmissionController> controller = settings.controller(processors);
    gate =
        new AdmissionGate(
            controller.map(AdmissionController::initialPolicy).orElse(AdmissionPolicy.OPEN),
            work::waiting,
            settings.courtesy(processors),
            settings.shadow(),
            new SecureRandom().nextLong());
    gate.counters().listen(new DecisionEvents(name, System::nanoTime));
    handshakes = new HandshakeAccounting(gate, meters, sessions);
    watch =
        new ConnectionWatch(
            settings.handshakeTimeoutNanos(),
            settings.firstRequestTimeoutNanos(),
            settings.connectionsPerVisitMax(),
            connections,
            this::acceptFailures,
            work,
            System::nanoTime);
    watch.boundSilence(gate::newVisitsPerSecond);
    door =
        new Door(
            name,
            doorOptions(connections),
            gate,
            new CountedSessions(verifier, watch, sessions),
            host);
    ports = new AdminPorts(settings.admin(), door::isAccepting);
    priority = new DoorPriority(door::isStarved, Runtime.getRuntime()::availableProcessors);
    cpu = new CpuAccounting(door, meters);
    ControlSources sources =
        new ControlSources(
            gate,
            door,
            meters,
            work,
            supply,
            resources,
            pools::capacity,
            sessions::countedNanosMax,
            cpu);
    loop =
        new ControlLoop(
            controller, sources, report -> decided(report, sessions), this::recordInterval);
    profile = new RequestProfiler(meters, System.nanoTime());
    types = named(meters);
    control = new ControlThread(name + "-control", loop, profile, watch);
    cpu.setControlThread(control.threadId());
    status =
        new StatusPage(name, settings.admission(), sessions, sources, loop, profile, pools::page);
    parts.add(new ConnectionStatus(connections, door.counters(), watch, priority));
  }

  private DoorOptions doorOptions(ConnectionLimit connections) {
    return new DoorOptions(
        settings.door(connections.max()),
        settings.waiting(connections.wanted(), connections.max()),
        settings.sessionUseLimits(),
        settings.bypass(),
        settings.proxies());
  }

  private RequestTypes named(ServerMeters meters) {
    meters.addresses().keep(settings.recordedAddresses());
    meters.requestTypes().nameBy(settings.requestPatterns());
    return meters.requestTypes();
  }

  /**
   * Sets the name of the thread that runs the container's selector and nothing else, if there is
   * one.
   */
  public void setPollerName(String name) {
    cpu.setPollerName(name);
  }

  /** Adds a resource of which requests hold a part. */
  public void measure(ResourceGauge gauge) {
    resources.add(gauge);
  }

  /** Sizes these worker threads from now on, unless something else sizes them. */
  public void size(WorkerPool pool) {
    WorkerSizer sizer =
        new WorkerSizer(
            pool,
            loop::supply,
            loop::resources,
            ThreadCpu::processNanos,
            watch::workersHeldByClients,
            () -> ThreadCpu.nanosOf(door.threadIds()),
            priority::gaveWay);
    pools.size(sizer);
    control.size(sizer);
    show(sizer);
  }

  /** Adds a part to what is shown. */
  public void show(StatusPart part) {
    parts.add(part);
  }

  /**
   * Lets the governor set the sizes of the pools from now on, until the stop.
   *
   * @throws IllegalStateException with a sentence if programs set them
   */
  public void govern(PoolGovernor governor) {
    types.reserve(governor.types());
    pools.govern(governor);
  }

  /**
   * Allows programs on this machine to set the pools over the admin endpoint from now on.
   *
   * @throws IllegalStateException with a sentence if the set-up does not allow it
   */
  public synchronized void allowTuning(PoolSetter setter) {
    boolean refuses = !settings.admission().equals("off") && !settings.shadow();
    PoolSetter.requireAllowed(pools.isGoverned(), refuses, adminAddress());
    pools.allowTuning(setter);
    ports.command(POOLS, setter);
  }

  private PoolReading poolReading(long nowNanos) {
    GateCounters counters = gate.counters();
    return new PoolReading(
        nowNanos,
        profile.sinceStart(nowNanos),
        profile.recent(nowNanos),
        counters.visitsTotal(),
        counters.newRefusedTotal());
  }

  private long acceptFailures() {
    return door.counters().acceptFailuresTotal();
  }

  /**
   * Starts everything but deciding and accepting. Nothing is measured before {@link #decide}.
   *
   * @param tickets the keys to rotate; null if the engines use none of Headwaiter's
   * @throws IOException if the admin port is not available
   * @throws IllegalArgumentException if other machines could ask it and there is no token
   */
  public void prepare(@Nullable TicketKeys tickets) throws IOException {
    connectionLifeNanos = settings.connectionLifeNanos();
    ports.open(this::status, () -> metrics().toString(), status.history());
    if (tickets != null) {
      ticketThread = TicketKeyThread.start(name + "-tickets", tickets);
    }
    UnknownVariables.warnings(System.getenv().keySet())
        .forEach(line -> LOG.log(System.Logger.Level.WARNING, line));
    settings.bypass().warning().ifPresent(said -> LOG.log(System.Logger.Level.INFO, said));
    door.open();
  }

  /** Starts to measure and to decide, after {@link #prepare}. */
  public void decide() {
    System.getLogger(START_LOG).log(System.Logger.Level.INFO, "{0}: {1}", name, summary());
    status.beginIntervals();
    control.start();
  }

  private void recordInterval() {
    status.recordInterval();
  }

  /** Returns what an operator wants to know first: who decides, and where to look. */
  private String summary() {
    String shadow = settings.shadow() ? " in shadow mode, which refuses no visit" : "";
    return "admission=" + settings.admission() + shadow + ", dashboard " + ports.dashboard();
  }

  /** Stops all that was started, also after a start that failed half way. */
  public void stop() {
    pools.stop();
    door.close();
    control.stop();
    if (ticketThread != null) {
      ticketThread.close();
      ticketThread = null;
    }
    ports.close();
  }

  /**
   * Applies a decision to visits and their excess. In shadow mode it does nothing: accounts are
   * kept, but no visit is over its account, because none may be held up.
   */
  private void decided(ControlReport report, SessionDirectory sessions) {
    ports.carries(report.capacity().newVisitsPerSecondMax(), System.nanoTime());
    if (gate.isShadow()) {
      return;
    }
    refusals.look(
        gate.counters().newRefusedTotal(),
        report.capacity().newVisitsPerSecondMax(),
        System.nanoTime());
    double turns = Math.max(1, report.visits().requestsPerVisit());
    sessions.setPrice(
        report.costs().newVisitNanos(),
        Math.max(0, report.costs().newVisitNanos() - report.costs().fullHandshakeNanos()) / turns);
    sessions.setStrict(report.excess().strict());
    excess.grant(report.excess().allowedProcessors(), System.nanoTime());
  }

  /** Returns what turns of work give way to: the door, while it is behind. */
  public DoorPriority priority() {
    return priority;
  }

  /** Returns the CPU time for visits that are over their account. */
  public ExcessBudget excess() {
    return excess;
  }

  /** Returns the gate. */
  public AdmissionGate gate() {
    return gate;
  }

  /** Returns the accounting of finished handshakes. */
  public HandshakeAccounting handshakes() {
    return handshakes;
  }

  /** Returns the door. */
  public Door door() {
    return door;
  }

  /**
   * Returns whether a client of this address may open parallel connections of its visit: it
   * finishes its handshakes, and the address has at most twice as many connections open as one
   * browser opens beside its first one. Twice, because those of its last page may still be closing.
   */
  public boolean mayOpenParallel(@Nullable InetAddress client) {
    return client != null
        && handshakes.isProven(client)
        && watch.openAt(client) <= 2 * settings.parallelMax();
  }

  /** Returns {@link HeadwaiterSettings#connectionLifeNanos}, as it was at the start. */
  public long connectionLifeNanos() {
    return connectionLifeNanos;
  }

  /** Returns the watch over admitted connections. */
  public ConnectionWatch watch() {
    return watch;
  }

  /** Returns the content of {@code /status}. */
  public Map<String, Object> status() {
    Map<String, Object> page = status.toMap();
    parts.forEach(part -> page.put(part.name(), part.page()));
    return page;
  }

  /** Returns the figures that {@code /metrics} shows, as they are now. */
  public MetricsText metrics() {
    MetricsText text = new MetricsText();
    status.count(text);
    pools.count(text);
    parts.forEach(part -> part.count(text));
    return text;
  }

  /** Returns the address of the admin endpoint; null if there is none. */
  public @Nullable InetSocketAddress adminAddress() {
    return ports.adminAddress();
  }

  /** Returns the address for agent checks; null if there is none. */
  public @Nullable InetSocketAddress agentAddress() {
    return ports.agentAddress();
  }
}
