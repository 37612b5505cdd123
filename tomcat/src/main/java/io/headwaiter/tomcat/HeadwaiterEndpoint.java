package io.headwaiter.tomcat;

import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.door.Admission;
import io.headwaiter.door.Door;
import io.headwaiter.front.Front;
import io.headwaiter.front.HeadwaiterSettings;
import io.headwaiter.front.OpenConnection;
import io.headwaiter.front.ResourceGauges;
import io.headwaiter.front.Visits;
import io.headwaiter.front.WarmUp;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.TicketKeys;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.net.jsse.JSSEImplementation;

/**
 * Tomcat's endpoint with TLS engines and channels of ours, and what stands in front of it ({@link
 * Front}), which starts and stops with it. Public for Tomcat's MBean, as {@link DoorEndpoint} is.
 */
public final class HeadwaiterEndpoint extends WorkerEndpoint {
  private static final long COURTESY_TIMEOUT_MILLIS = 5_000;

  private final TlsHosts hosts = new TlsHosts(this::getSSLHostConfig);
  private final ResourceGauges gauges = new ResourceGauges();
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
  // Set and read within one call of admit(), on the door's thread.
  private Handover handover;

  void setSettings(HeadwaiterSettings settings) {
    this.settings = settings;
  }

  HeadwaiterEndpoint() {
    gauges.addWorkers(workers());
    sizeWorkers(workers().floor());
  }

  /** Answers requests that have waited too long for a worker; null before the first start. */
  BusyAnswer busy() {
    return busy;
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
  long workerTimeoutNanos() {
    return settings.workerTimeoutNanos();
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
            meters(),
            visits,
            Verifiers.of(onBoringssl(), jsseStateful, hosts, visits),
            this);
    // The page that the warm-up gets is counted nowhere.
    page = new CourtesyPage(settings.courtesyRetryAfterSeconds(), new ServerMeters());
    busy =
        new BusyAnswer(settings.workerTimeoutNanos(), settings.workerRetryAfterSeconds(), meters());
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
      page = new CourtesyPage(settings.courtesyRetryAfterSeconds(), meters());
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

  @Override
  boolean isWarmingUp() {
    return warmingUp;
  }

  /** Whether the connections have engines of BoringSSL. */
  boolean onBoringssl() {
    return getSslImplementation() instanceof BoringsslImplementation;
  }

  /** Whether the connections have engines of JSSE. */
  boolean onJsse() {
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
    // The front first: no connection may be handed in while Tomcat takes its poller down.
    if (front != null) {
      front.stop();
    }
    super.stopInternal();
  }

  @Override
  public void admit(SocketChannel channel, ByteBuffer received, Admission admission) {
    boolean taken = false;
    OpenConnection connection =
        front.watch().admit(admission, (idle, claim) -> close(channel, idle, claim));
    try {
      boolean mustResume = front.book().mustResume(admission);
      taken = take(channel, new Handover(received, admission, connection, mustResume));
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
            received, /* admission= */ null, /* connection= */ null, /* mustResume= */ false));
    SocketWrapperBase<NioChannel> wrapper = connections.get(channel);
    if (wrapper != null) {
      // From one turn to the next, until its request has begun to come.
      wrapper.setReadTimeout(COURTESY_TIMEOUT_MILLIS);
      wrapper.setWriteTimeout(COURTESY_TIMEOUT_MILLIS);
    }
  }

  /**
   * Closes a connection under its lock, which a thread that works on it holds; not while the
   * handshake or a request goes on.
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

  @Override
  public boolean speaksTls13(String serverName) {
    return hosts.speaksTls13(serverName);
  }

  @Override
  protected NioChannel createChannel(SocketBufferHandler buffers) {
    return new HeadwaiterChannel(buffers, this);
  }

  /** What clients get that are refused with a page; null before the first start. */
  CourtesyPage page() {
    return page;
  }

  @Override
  Door door() {
    Front current = front;
    return current == null ? null : current.door();
  }

  @Override
  Front front() {
    return front;
  }

  Handover handover() {
    return handover;
  }
}
