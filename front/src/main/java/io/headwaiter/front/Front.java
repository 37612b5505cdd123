package io.headwaiter.front;

import io.headwaiter.core.admission.AdmissionGate;
import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.admission.GateCounters;
import io.headwaiter.core.capacity.AdmissionController;
import io.headwaiter.core.capacity.ControlReport;
import io.headwaiter.core.capacity.PoolCapacity;
import io.headwaiter.core.profile.RequestProfile;
import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.door.Door;
import io.headwaiter.door.DoorHost;
import io.headwaiter.door.SessionVerifier;
import io.headwaiter.front.supply.CpuSupplyMeter;
import io.headwaiter.telemetry.AdminAccess;
import io.headwaiter.telemetry.AdminServer;
import io.headwaiter.telemetry.DecisionEvents;
import io.headwaiter.telemetry.IntervalRecorder;
import io.headwaiter.telemetry.MetricsText;
import io.headwaiter.telemetry.RequestTypes;
import io.headwaiter.telemetry.ServerMeters;
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

/**
 * The parts in front of a container, from one start of its connector to its stop: the gate, the
 * door, the control loop, the admin port, and the thread that rotates the ticket keys.
 */
public final class Front {
  private static final System.Logger LOG = System.getLogger(Front.class.getName());
  private static final String POOLS = "/pools";

  private final HeadwaiterSettings settings;
  private final String name;
  private final AdmissionGate gate;
  private final HandshakeBook book;
  private final RequestTypes types;
  private final Door door;
  private final IntervalRecorder recorder;
  private final StatusPage status;
  private final ConnectionWatch watch;
  private final ControlThread control;
  private final CpuBook cpu;
  private final ProfileBook profile;
  private final ResourceMeter resources = new ResourceMeter();
  private final List<StatusPart> parts = new CopyOnWriteArrayList<>();
  private final ControlLoop loop;
  private final ExcessBudget excess = new ExcessBudget();
  private volatile WorkerSizer workers;
  private volatile PoolGovernor pools;
  private PoolThread poolThread;
  private volatile PoolSetter poolSetter;
  private AdminServer admin;
  private TicketKeyThread ticketThread;

  /**
   * Creates all parts; nothing runs yet.
   *
   * @param name prefix of the threads' names
   * @param connections the limit on open connections
   * @param work the queue in front of the container's workers
   * @param meters what the workers measure
   * @param visits the visits under way
   * @param verifier tells which claims hold
   * @param host takes the admitted connections
   * @throws IOException if the system gives no selector
   */
  public Front(
      String name,
      HeadwaiterSettings settings,
      ConnectionLimit connections,
      WorkQueue work,
      ServerMeters meters,
      Visits visits,
      SessionVerifier verifier,
      DoorHost host)
      throws IOException {
    this.settings = settings;
    this.name = name;
    CpuSupplyMeter supply = CpuSupplyMeter.ofThisHost(ThreadCpu::processNanos);
    double processors = supply.sample(System.nanoTime(), /* wanting= */ false).allowed();
    Optional<AdmissionController> controller = settings.controller(processors);
    AdmissionPolicy first =
        controller.map(AdmissionController::initialPolicy).orElse(AdmissionPolicy.OPEN);
    gate =
        new AdmissionGate(
            first,
            work::waiting,
            settings.courtesy(processors),
            settings.shadow(),
            new SecureRandom().nextLong());
    gate.counters().listen(new DecisionEvents(name, System::nanoTime));
    book = new HandshakeBook(gate, meters, visits);
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
            settings.door(connections.max()),
            settings.waiting(connections.wanted(), connections.max()),
            settings.lane(),
            settings.bypass(),
            gate,
            new CountedSessions(verifier, watch, visits),
            host);
    recorder = new IntervalRecorder(name, gate.counters(), System::currentTimeMillis);
    cpu = new CpuBook(door, meters, CpuBook.STRETCH_NANOS);
    loop =
        new ControlLoop(
            controller,
            gate,
            door,
            meters,
            work,
            supply,
            resources,
            this::poolCapacity,
            recorder,
            cpu,
            report -> decided(report, visits));
    profile = new ProfileBook(meters, System.nanoTime());
    meters.addresses().keep(settings.recordedAddresses());
    types = meters.requestTypes();
    types.nameBy(settings.requestPatterns());
    control = new ControlThread(name + "-control", loop, profile, watch);
    cpu.setControlThread(control.threadId());
    status =
        new StatusPage(
            settings.admission(),
            gate,
            visits,
            door,
            meters,
            loop,
            work,
            cpu,
            profile,
            this::poolPage);
    parts.add(new ConnectionsPage(connections, door.counters(), watch));
  }

  /**
   * Sets the name of the thread that runs the container's selector and nothing else, if there is
   * one.
   */
  public void setPollerName(String name) {
    cpu.setPollerName(name);
  }

  /** Adds a resource of which requests hold a part. */
  void measure(ResourceGauge gauge) {
    resources.add(gauge);
  }

  /** Sizes these worker threads from now on, unless something else sizes them. */
  void size(WorkerPool pool) {
    WorkerSizer sizer =
        new WorkerSizer(pool, loop::supply, loop::resources, ThreadCpu::processNanos);
    workers = sizer;
    control.size(sizer);
    show(sizer);
  }

  private void leaveWorkersTo(String whom) {
    WorkerSizer sizer = workers;
    if (sizer != null) {
      sizer.leaveTo(whom);
    }
  }

  /** Adds a part to what is shown. */
  void show(StatusPart part) {
    parts.add(part);
  }

  /** Lets the governor set the sizes of the pools from now on, until the stop. */
  synchronized void govern(PoolGovernor governor) {
    stopPools();
    leaveWorkersTo("They follow the profile of the pools.");
    types.reserve(governor.types());
    pools = governor;
    poolThread = new PoolThread(name + "-pools", governor, this::poolReading);
    poolThread.start();
  }

  /**
   * Allows programs on this machine to set the pools over the admin endpoint from now on.
   *
   * @throws IllegalStateException with a sentence if the set-up does not allow it
   */
  synchronized void allowTuning(PoolSetter setter) {
    if (pools != null) {
      throw new IllegalStateException(
          "The pools follow a profile already; either they do, or somebody sets them to make one.");
    }
    if (!settings.admission().equals("off") && !settings.shadow()) {
      throw new IllegalStateException(
          "A server is filled on purpose when its pools are tuned, and the gate would keep that"
              + " from it: use admission=off, or shadow=true.");
    }
    if (admin == null || !admin.address().getAddress().isLoopbackAddress()) {
      throw new IllegalStateException(
          "The pools are set over the admin endpoint, which must be there and on a loopback"
              + " address: set adminPort, and leave adminAddress at 127.0.0.1.");
    }
    poolSetter = setter;
    leaveWorkersTo("A program sets them over the admin endpoint.");
    admin.command(POOLS, setter);
  }

  private synchronized void stopPools() {
    if (poolThread != null) {
      poolThread.stop();
      poolThread = null;
    }
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

  private PoolCapacity poolCapacity() {
    PoolGovernor governor = pools;
    return governor == null ? PoolCapacity.UNKNOWN : governor.capacity();
  }

  private long acceptFailures() {
    return door.counters().acceptFailuresTotal();
  }

  private Map<String, Object> poolPage() {
    PoolGovernor governor = pools;
    PoolSetter setter = poolSetter;
    if (governor == null && setter != null) {
      return setter.page();
    }
    return governor == null ? Map.of() : governor.page();
  }

  /**
   * Starts everything but deciding and accepting. Nothing is measured before {@link #decide}.
   *
   * @param tickets the keys to rotate; null if the engines use none of Headwaiter's
   * @throws IOException if the admin port is not available
   * @throws IllegalArgumentException if other machines could ask it and there is no token
   */
  public void prepare(TicketKeys tickets) throws IOException {
    if (settings.adminPort() >= 0) {
      InetAddress address = InetAddress.getByName(settings.adminAddress());
      admin =
          AdminServer.start(
              new InetSocketAddress(address, settings.adminPort()),
              AdminAccess.at(address, settings.adminToken()),
              this::status,
              this::metrics,
              recorder.history());
    }
    if (tickets != null) {
      ticketThread = TicketKeyThread.start(name + "-tickets", tickets);
    }
    settings.bypass().caution().ifPresent(said -> LOG.log(System.Logger.Level.INFO, said));
    door.open();
  }

  /** Starts to measure and to decide, after {@link #prepare}. */
  public void decide() {
    control.start();
  }

  /** Stops all that was started, also after a start that failed half way. */
  public void stop() {
    stopPools();
    door.close();
    control.stop();
    if (ticketThread != null) {
      ticketThread.close();
      ticketThread = null;
    }
    if (admin != null) {
      admin.close();
      admin = null;
    }
  }

  /**
   * Applies a decision to visits and their excess. In shadow mode it does nothing: accounts are
   * kept, but no visit is over its account, because none may be held up.
   */
  private void decided(ControlReport report, Visits visits) {
    if (gate.isShadow()) {
      return;
    }
    double turns = Math.max(1, report.requestsPerVisit());
    visits.setPrice(
        report.newVisitNanos(),
        Math.max(0, report.newVisitNanos() - report.fullHandshakeNanos()) / turns);
    excess.grant(report.excessProcessors(), System.nanoTime());
  }

  /** Returns the CPU time for visits that are over their account. */
  public ExcessBudget excess() {
    return excess;
  }

  /** Returns the gate. */
  public AdmissionGate gate() {
    return gate;
  }

  /** Returns the book that records finished handshakes. */
  public HandshakeBook book() {
    return book;
  }

  /** Returns the door. */
  public Door door() {
    return door;
  }

  /** Returns the watch over admitted connections. */
  public ConnectionWatch watch() {
    return watch;
  }

  /** Returns the recent profile of requests. */
  public RequestProfile recentProfile() {
    return profile.recent(System.nanoTime());
  }

  /** Returns the content of {@code /status}. */
  public Map<String, Object> status() {
    Map<String, Object> page = status.toMap();
    parts.forEach(part -> page.put(part.name(), part.page()));
    return page;
  }

  private String metrics() {
    MetricsText more = new MetricsText();
    parts.forEach(part -> part.count(more));
    PoolGovernor governor = pools;
    return profile.metrics() + (governor == null ? "" : governor.metrics()) + more;
  }

  /** Returns the address of the admin endpoint; null if there is none. */
  public InetSocketAddress adminAddress() {
    return admin == null ? null : admin.address();
  }
}
