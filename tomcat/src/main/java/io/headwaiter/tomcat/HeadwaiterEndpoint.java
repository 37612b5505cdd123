package io.headwaiter.tomcat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.door.Admission;
import io.headwaiter.door.Door;
import io.headwaiter.front.ExcessTurns;
import io.headwaiter.front.Front;
import io.headwaiter.front.HeadwaiterSettings;
import io.headwaiter.front.OpenConnection;
import io.headwaiter.front.RequestPermits;
import io.headwaiter.front.ResourceGauges;
import io.headwaiter.front.ThreadCpu;
import io.headwaiter.front.TurnMeter;
import io.headwaiter.front.Visits;
import io.headwaiter.front.WarmUp;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.TicketKeys;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.coyote.Processor;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketProcessorBase;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.net.jsse.JSSEImplementation;
import org.apache.tomcat.util.threads.TaskThreadFactory;

/**
 * Tomcat's endpoint with TLS engines, executor and channels of ours, and what stands in front of it
 * ({@link Front}), which starts and stops with it. Public for Tomcat's MBean, as {@link
 * DoorEndpoint} is.
 */
public final class HeadwaiterEndpoint extends DoorEndpoint {
  private static final long COURTESY_TIMEOUT_MILLIS = 5_000;
  private static final long REFUSAL_TIMEOUT_MILLIS = 1_000;
  private static final String HTTP_2 = "h2";
  private static final int ANY_NUMBER = 0;

  private final ServerMeters meters = new ServerMeters();
  private final TurnMeter turns = new TurnMeter(meters);
  private final TlsHosts hosts = new TlsHosts(this::getSSLHostConfig);
  private final ResourceGauges gauges = new ResourceGauges();
  private final WorkerGauge workers = new WorkerGauge(this);
  private HeadwaiterSettings settings;
  private LongSupplier clockNanos = System::nanoTime;
  private LongSupplier clockMillis = System::currentTimeMillis;
  private boolean jsseStateful = true;
  // Beside the contexts: a certificate that is loaded again leaves every ticket valid.
  private TicketKeys tickets;
  private volatile Front front;
  private volatile CourtesyPage page;
  // From the start to the opening of the door.
  private volatile boolean warmingUp;
  private volatile BusyAnswer busy;
  private volatile RequestPermits permits;
  private LateTurns late;
  private volatile boolean threadsAreSet;
  // Set and read within one call of admit(), on the door's thread.
  private Handover handover;

  void setSettings(HeadwaiterSettings settings) {
    this.settings = settings;
  }

  HeadwaiterEndpoint() {
    gauges.addWorkers(workers);
    int threads = workers.floor();
    setMinSpareThreads(Math.min(getMinSpareThreads(), threads));
    super.setMaxThreads(threads);
  }

  /**
   * On virtual threads, where Tomcat knows no bound, the requests that are served at a time; there
   * is one only if this was called, since who asks for virtual threads has asked for many.
   */
  @Override
  public void setMaxThreads(int threads) {
    super.setMaxThreads(threads);
    threadsAreSet = true;
    RequestPermits current = permits;
    if (current != null) {
      current.resize(threads);
    }
  }

  /** What stands for the workers on virtual threads; null on others, and while it is stopped. */
  RequestPermits permits() {
    return permits;
  }

  /** Answers who waits too long for a worker; null before the first start. */
  BusyAnswer busy() {
    return busy;
  }

  /** The worker threads. */
  WorkerGauge workers() {
    return workers;
  }

  /** Whether there are workers now that this endpoint made and may change. */
  boolean ownsWorkers() {
    return internalExecutor && getExecutor() != null;
  }

  /** Whether there are platform threads now that this endpoint made. */
  boolean hasPlatformWorkers() {
    return ownsWorkers() && !getUseVirtualThreads();
  }

  /** Whether somebody has said how many there are to be. */
  boolean areThreadsSet() {
    return threadsAreSet;
  }

  /** Sets how many there can be, now and after the next start. */
  void resizeWorkers(int threads) {
    sizeWorkers(threads);
    setMaxThreads(threads);
  }

  /** The same, and may be changed again by whoever asks for it: nobody has said a number. */
  void sizeWorkers(int threads) {
    // Tomcat's own pool refuses fewer than those it keeps.
    setMinSpareThreads(Math.min(getMinSpareThreads(), threads));
    super.setMaxThreads(threads);
    if (getExecutor() instanceof TurnExecutor ours) {
      ours.setMaximumPoolSize(threads);
    }
  }

  /** What requests hold a part of. */
  ResourceGauges gauges() {
    return gauges;
  }

  /** By which visits grow old, from the next start on: a monotonic clock, and the wall's. */
  void setVisitClocks(LongSupplier nanos, LongSupplier millis) {
    clockNanos = nanos;
    clockMillis = millis;
  }

  /** Whether JSSE keeps the sessions, or its clients do. */
  void setJsseStateful(boolean stateful) {
    jsseStateful = stateful;
  }

  @Override
  public void startInternal() throws Exception {
    try {
      startDoorAndContainer();
    } catch (Exception | Error e) {
      // Tomcat stops only what has started; nothing of ours may stay behind.
      stopInternal();
      throw e;
    }
  }

  private void startDoorAndContainer() throws Exception {
    ForeignExecutor.takeOverOrWarn(this);
    limit().readDescriptors();
    Visits visits = settings.visits(clockNanos, clockMillis);
    Front started =
        new Front(
            getName(),
            settings,
            limit(),
            new TomcatProbe(this),
            meters,
            visits,
            Verifiers.of(onBoringssl(), jsseStateful, hosts, visits),
            this);
    // What the warm-up gets is counted nowhere.
    page = new CourtesyPage(settings.courtesyRetryAfterSeconds(), new ServerMeters());
    busy =
        new BusyAnswer(settings.workerTimeoutNanos(), settings.workerRetryAfterSeconds(), meters);
    gauges.measureBy(started);
    started.setPollerName(getName() + "-Poller");
    front = started;
    started.prepare(tickets);
    acceptor = new DoorAcceptor(this, started.door());
    warmingUp = true;
    super.startInternal();
  }

  /** Comes when workers and poller run, and after each pause. */
  @Override
  protected void startAcceptorThread() {
    if (warmingUp) {
      WarmUp.run(settings, this::warmUp, /* requests= */ true, () -> (int) getConnectionCount());
      page = new CourtesyPage(settings.courtesyRetryAfterSeconds(), meters);
      warmingUp = false;
      front.decide();
    }
    super.startAcceptorThread();
  }

  /** As a courtesy, so that nothing of the application runs for it unless it is asked for. */
  private void warmUp(SocketChannel channel) {
    accepted();
    courtesy(channel, ByteBuffer.allocate(0));
  }

  /** Whether nobody but this connector itself has connections as yet. */
  boolean isWarmingUp() {
    return warmingUp;
  }

  /** Whether the connections have engines of BoringSSL. */
  boolean onBoringssl() {
    return getSslImplementation() instanceof BoringsslImplementation;
  }

  private boolean onJsse() {
    return getSslImplementation() instanceof JSSEImplementation && !onBoringssl();
  }

  @Override
  protected void initialiseSsl() throws Exception {
    boolean boringssl = BoringsslImplementation.class.getName().equals(getSslImplementationName());
    tickets = boringssl ? TicketKeySetup.keys(settings) : null;
    super.initialiseSsl();
  }

  /** At the start, and when a host is added or loaded again. */
  @Override
  protected void createSSLContext(SSLHostConfig host) {
    if (getSslImplementation() instanceof BoringsslImplementation boringssl) {
      boringssl.use(tickets);
    }
    super.createSSLContext(host);
  }

  @Override
  public void stopInternal() {
    // The front first: nobody may be handed in while Tomcat takes its poller down.
    if (front != null) {
      front.stop();
    }
    super.stopInternal();
  }

  /** Ours, unless the user asked for what only Tomcat's can do. */
  @Override
  public void createExecutor() {
    if (getUseVirtualThreads()) {
      int most = threadsAreSet ? getMaxThreads() : ANY_NUMBER;
      own(new VirtualTurns(getName() + "-virt-", turns, front.excess(), workers::capacity));
      permits = new RequestPermits(most, settings.workerTimeoutNanos());
    } else if (getMaxQueueSize() != Integer.MAX_VALUE) {
      super.createExecutor();
    } else {
      TaskThreadFactory factory =
          new TaskThreadFactory(getName() + "-exec-", /* daemon= */ true, getThreadPriority());
      TurnExecutor ours =
          TurnExecutor.of(getMaxThreads(), getThreadsMaxIdleTime(), factory, turns, front.excess());
      own(ours);
      tellWhoIsLate(ours);
    }
  }

  /** Not where HTTP/2 begins with a blocking read, on which one client could hold up the others. */
  private void tellWhoIsLate(TurnExecutor workers) {
    if (getUseAsyncIO() || !negotiableProtocols.contains(HTTP_2)) {
      late = new LateTurns(workers, settings.workerTimeoutNanos(), getName() + "-late");
      late.start();
    }
  }

  private void own(Executor workers) {
    setExecutor(workers);
    // setExecutor takes it for the user's, which nobody shuts down.
    internalExecutor = true;
  }

  @Override
  public void shutdownExecutor() {
    RequestPermits current = permits;
    if (current != null) {
      permits = null;
      current.close();
    }
    LateTurns telling = late;
    if (telling != null) {
      late = null;
      telling.end();
    }
    // Tomcat's method expects the queue of its own executor.
    if (internalExecutor && getExecutor() instanceof TurnExecutor workers) {
      setExecutor(null);
      workers.end(getExecutorTerminationTimeoutMillis());
    } else {
      super.shutdownExecutor();
    }
  }

  @Override
  public void admit(SocketChannel channel, ByteBuffer received, Admission admission) {
    boolean taken = false;
    OpenConnection connection = front.watch().admit((idle, claim) -> close(channel, idle, claim));
    try {
      boolean resumeOnly = resumeOnly(admission.entry());
      taken = take(channel, new Handover(received, admission, connection, resumeOnly));
    } finally {
      if (!taken) {
        connection.closed();
        front.gate().noteLost(RefusalReason.CONTAINER_FAILED);
      }
    }
  }

  @Override
  public void courtesy(SocketChannel channel, ByteBuffer received) {
    take(
        channel,
        new Handover(
            received, /* admission= */ null, /* connection= */ null, /* resumeOnly= */ false));
    SocketWrapperBase<NioChannel> wrapper = connections.get(channel);
    if (wrapper != null) {
      // From one turn to the next, until its request has begun to come.
      wrapper.setReadTimeout(COURTESY_TIMEOUT_MILLIS);
      wrapper.setWriteTimeout(COURTESY_TIMEOUT_MILLIS);
    }
  }

  /**
   * Under its lock, which whoever works on it has; not while the handshake or a request goes on.
   */
  private void close(SocketChannel channel, boolean onlyIdle, BooleanSupplier claim) {
    SocketWrapperBase<NioChannel> wrapper = connections.get(channel);
    if (wrapper == null || !wrapper.getLock().tryLock()) {
      return;
    }
    try {
      boolean may = !wrapper.isClosed() && (!onlyIdle || isBetweenRequests(wrapper));
      if (may && claim.getAsBoolean()) {
        wrapper.close();
      }
    } finally {
      wrapper.getLock().unlock();
    }
  }

  /** Under its lock. HTTP/2 keeps its processor, and its streams say when they are served. */
  private static boolean isBetweenRequests(SocketWrapperBase<NioChannel> wrapper) {
    return wrapper.getCurrentProcessor() == null || HTTP_2.equals(wrapper.getNegotiatedProtocol());
  }

  private boolean take(SocketChannel channel, Handover taken) {
    handover = taken;
    try {
      return take(channel);
    } finally {
      handover = null;
    }
  }

  /** Only JSSE's engines can be told. */
  private boolean resumeOnly(Entry entry) {
    boolean free = entry == Entry.CLAIMED || entry == Entry.VERIFIED;
    return free && onJsse() && !front.gate().hasRoom(System.nanoTime());
  }

  @Override
  public boolean speaksTls13(String serverName) {
    return hosts.speaksTls13(serverName);
  }

  @Override
  protected NioChannel createChannel(SocketBufferHandler buffers) {
    return new HeadwaiterChannel(buffers, this);
  }

  @Override
  protected SocketProcessorBase<NioChannel> createSocketProcessor(
      SocketWrapperBase<NioChannel> wrapper, SocketEvent event) {
    return new MeteredProcessor(wrapper, event);
  }

  ServerMeters meters() {
    return meters;
  }

  /** Measures the turns of its workers. */
  TurnMeter turns() {
    return turns;
  }

  /** What those get who are refused with a page; null before the first start. */
  CourtesyPage page() {
    return page;
  }

  @Override
  Door door() {
    Front current = front;
    return current == null ? null : current.door();
  }

  /** What stands in front of this; null before the first start. */
  Front front() {
    return front;
  }

  Handover handover() {
    return handover;
  }

  /** A turn of work on a connection, which knows how long it has waited for its worker. */
  final class MeteredProcessor extends SocketProcessor implements QueuedWork {
    // No initialiser: Tomcat's constructor calls reset(), which sets it.
    private volatile long queuedNanos;
    private volatile long waitingSinceNanos;
    private volatile long lateSinceNanos;
    private volatile boolean courtesy;
    // Waits, or has waited, for what others leave over.
    private volatile boolean deferred;

    MeteredProcessor(SocketWrapperBase<NioChannel> wrapper, SocketEvent event) {
      super(wrapper, event);
    }

    @Override
    public void reset(SocketWrapperBase<NioChannel> wrapper, SocketEvent event) {
      super.reset(wrapper, event);
      long now = System.nanoTime();
      queuedNanos = now;
      waitingSinceNanos = now;
      lateSinceNanos = now;
      courtesy = false;
      deferred = false;
      if (wrapper.getSocket() instanceof HeadwaiterChannel channel) {
        waitingSinceNanos = channel.waitingSinceNanos(now);
        lateSinceNanos = now - channel.queuedNanos();
        courtesy = channel.isCourtesy();
        takeItsPlace(channel.stay());
        channel.touch();
      }
    }

    private void takeItsPlace(Visits.Stay stay) {
      deferred = isExcess(stay);
      if (stay != null && !deferred) {
        waitingSinceNanos = stay.turnNanos(waitingSinceNanos);
      }
    }

    /** Whether its visit is over its account, and it can wait: with it a request would begin. */
    private boolean isExcess(Visits.Stay stay) {
      SocketWrapperBase<NioChannel> wrapper = socketWrapper;
      return stay != null
          && event == SocketEvent.OPEN_READ
          && stay.isOver()
          && wrapper != null
          && !isServed(wrapper.getCurrentProcessor())
          && getExecutor() instanceof DeferringExecutor
          && !LateTurns.isNow();
    }

    private Visits.Stay stay() {
      SocketWrapperBase<NioChannel> wrapper = socketWrapper;
      return wrapper != null && wrapper.getSocket() instanceof HeadwaiterChannel channel
          ? channel.stay()
          : null;
    }

    @Override
    protected void doRun() {
      if (courtesy) {
        runCourtesy();
        return;
      }
      Visits.Stay stay = stay();
      // Of many that came at once the first ones may have taken all there was.
      if (!deferred && isExcess(stay) && getExecutor() instanceof DeferringExecutor workers) {
        deferred = true;
        workers.defer(this, stay);
        return;
      }
      OpenConnection connection = null;
      long now = System.nanoTime();
      if (socketWrapper.getSocket() instanceof HeadwaiterChannel channel) {
        channel.turnBegins(now - queuedNanos);
        connection = channel.connection();
      }
      ConnectionTurn.run(connection, () -> serve(stay, now));
    }

    private void serve(Visits.Stay stay, long now) {
      if (deferred) {
        turns.runDeferred(now - queuedNanos, stay, super::doRun);
      } else {
        turns.run(delayNanos(now), stay, super::doRun);
      }
    }

    /** Counted as a courtesy page and as nothing else. */
    private void runCourtesy() {
      meters.turnClocks().begins(ThreadCpu.nanos());
      long cpuNanos = CourtesyTurn.run(super::doRun);
      if (warmingUp) {
        meters.warmUpCpu(cpuNanos);
        return;
      }
      meters.courtesyCpu(cpuNanos);
      meters.turnClocks().entered(cpuNanos);
      front.gate().courtesy().spent(cpuNanos);
    }

    @Override
    public ExcessTurns.Owner excessOf() {
      return deferred ? stay() : null;
    }

    @Override
    public boolean isBehindOthers() {
      return courtesy;
    }

    @Override
    public boolean refuseIfLate(long beforeNanos, TurnExecutor workers) {
      SocketWrapperBase<NioChannel> wrapper = socketWrapper;
      // A worker that is at work on the connection may be with the application for long.
      if (!isLate(beforeNanos) || wrapper == null || !wrapper.getLock().tryLock()) {
        return false;
      }
      try {
        if (!comesToNoApplication(wrapper) || !workers.takeOut(this)) {
          return false;
        }
        if (wrapper == socketWrapper && isLate(beforeNanos) && comesToNoApplication(wrapper)) {
          refuse(wrapper);
          return true;
        }
        // A worker was faster, and this is the next turn already.
        workers.execute(this);
        return false;
      } finally {
        wrapper.getLock().unlock();
      }
    }

    private boolean isLate(long beforeNanos) {
      return lateSinceNanos - beforeNanos < 0;
    }

    /** Under the connection's lock, where a processor means that something was begun. */
    private boolean comesToNoApplication(SocketWrapperBase<NioChannel> wrapper) {
      boolean reads =
          event == SocketEvent.OPEN_READ
              || (event == SocketEvent.OPEN_WRITE && !wrapper.getSocket().isHandshakeComplete());
      // A connection that was silent for too long, or that broke.
      boolean ends = event == SocketEvent.ERROR || event == SocketEvent.DISCONNECT;
      return (reads || ends) && !courtesy && !isServed(wrapper.getCurrentProcessor());
    }

    private static boolean isServed(Object processor) {
      return processor instanceof Processor begun && (begun.isAsync() || begun.isUpgrade());
    }

    /** A client that does not read keeps the others waiting. */
    private void refuse(SocketWrapperBase<NioChannel> wrapper) {
      long timeoutMillis = wrapper.getWriteTimeout();
      wrapper.setWriteTimeout(REFUSAL_TIMEOUT_MILLIS);
      try {
        run();
      } finally {
        // HTTP/2 has set one of its own.
        if (wrapper.getWriteTimeout() == REFUSAL_TIMEOUT_MILLIS) {
          wrapper.setWriteTimeout(timeoutMillis);
        }
      }
    }

    @Override
    public long queuedNanos() {
      return queuedNanos;
    }

    @Override
    public long waitingSinceNanos() {
      return waitingSinceNanos;
    }
  }
}
