package io.headwaiter.tomcat;

import io.headwaiter.core.admission.RefusalReason;
import io.headwaiter.door.AdmittedConnection;
import io.headwaiter.door.Door;
import io.headwaiter.front.ConnectorRuntime;
import io.headwaiter.front.ResourceGauges;
import io.headwaiter.front.WarmUp;
import io.headwaiter.front.config.HeadwaiterSettings;
import io.headwaiter.front.session.OpenConnection;
import io.headwaiter.front.session.SessionDirectory;
import io.headwaiter.front.status.TlsStatus;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.TicketKeys;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;
import org.apache.coyote.Processor;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.net.jsse.JSSEImplementation;
import org.jspecify.annotations.Nullable;

/**
 * Tomcat's NIO endpoint with Headwaiter's channels and choice of TLS engines. It starts and stops
 * the {@link ConnectorRuntime} that runs in front of it. Public for Tomcat's MBean, see {@link
 * DoorEndpoint}.
 */
public class HeadwaiterEndpoint extends WorkerEndpoint {
  private static final System.Logger LOG = System.getLogger(HeadwaiterEndpoint.class.getName());
  private static final long COURTESY_TIMEOUT_MILLIS = 5_000;

  private final TlsHosts hosts = new TlsHosts(this::getSSLHostConfig);
  private final ResourceGauges gauges = new ResourceGauges();
  private @Nullable HeadwaiterSettings settings;
  private LongSupplier clockNanos = System::nanoTime;
  private LongSupplier clockMillis = System::currentTimeMillis;
  private boolean jsseStateful = true;
  // Kept outside the TLS contexts: reloading a certificate leaves every ticket valid.
  private @Nullable TicketKeys tickets;
  private volatile @Nullable ConnectorRuntime runtime;
  private volatile @Nullable CourtesyPage page;
  // True from the start until the door begins to accept.
  private volatile boolean warmingUp;
  private volatile @Nullable BusyResponse busy;
  // Set and read within one call of admit() or courtesy(): on the door's thread, or on the starting
  // thread during the warm-up.
  private @Nullable ConnectionHandover connectionHandover;

  void setSettings(HeadwaiterSettings settings) {
    this.settings = settings;
  }

  HeadwaiterEndpoint() {
    gauges.addWorkers(workers());
    sizeWorkers(workers().floor());
  }

  /** Returns the 503 answer to requests that wait too long; null before the first start. */
  @Nullable BusyResponse busy() {
    return busy;
  }

  /** Returns the gauges of the resources that requests hold. */
  ResourceGauges gauges() {
    return gauges;
  }

  /** Sets the clocks for the age of visits from the next start on: monotonic and wall clock. */
  void setVisitClocks(LongSupplier nanos, LongSupplier millis) {
    clockNanos = nanos;
    clockMillis = millis;
  }

  /** Sets whether JSSE keeps the sessions; otherwise clients keep them in tickets. */
  void setJsseStateful(boolean stateful) {
    jsseStateful = stateful;
  }

  private HeadwaiterSettings settings() {
    return Objects.requireNonNull(
        settings, "The endpoint has no settings: call setSettings first.");
  }

  @Override
  long workerTimeoutNanos() {
    return settings().workerTimeoutNanos();
  }

  @Override
  public void startInternal() throws Exception {
    try {
      startDoorAndContainer();
    } catch (Exception | Error e) {
      // Tomcat stops only what has started, so stop Headwaiter's parts here.
      stopInternal();
      throw e;
    }
  }

  private void startDoorAndContainer() throws Exception {
    ExternalExecutor.takeOverOrWarn(this);
    limit().readDescriptors();
    HeadwaiterSettings settings = settings();
    SessionDirectory sessions = settings.visits(clockNanos, clockMillis);
    ConnectorRuntime started =
        new ConnectorRuntime(
            getName(),
            settings,
            limit(),
            new TomcatWorkQueue(this),
            meters(),
            sessions,
            Verifiers.of(onBoringssl(), jsseStateful, hosts, sessions),
            this);
    // From here on a start that fails stops it.
    runtime = started;
    // These meters are discarded: pages of the warm-up do not count.
    page = new CourtesyPage(settings.courtesyRetryAfterSeconds(), new ServerMeters());
    busy =
        new BusyResponse(
            settings.workerTimeoutNanos(), settings.workerRetryAfterSeconds(), meters());
    gauges.measureBy(started);
    if (!getUseVirtualThreads()) {
      // Virtual threads run on no more threads than there are processors.
      turns().giveWay(started.priority());
    }
    started.setPollerName(getName() + "-Poller");
    started.show(new TlsStatus(engine(), isFallback(), tickets));
    started.prepare(tickets);
    acceptor = new DoorAcceptor(this, started.door());
    warmingUp = true;
    super.startInternal();
  }

  /** Called when workers and poller run, and after each pause. */
  @Override
  protected void startAcceptorThread() {
    if (warmingUp) {
      WarmUp.run(settings(), this::warmUp, /* requests= */ true, () -> (int) getConnectionCount());
      page = new CourtesyPage(settings().courtesyRetryAfterSeconds(), meters());
      warmingUp = false;
      runtime().decide();
    }
    super.startAcceptorThread();
  }

  /**
   * Handles a warm-up connection like a courtesy connection, so that application code runs only for
   * the paths in {@code warmUpPaths}.
   */
  private void warmUp(SocketChannel channel) {
    accepted();
    courtesy(channel, ByteBuffer.allocate(0));
  }

  @Override
  boolean isWarmingUp() {
    return warmingUp;
  }

  /** Returns whether connections use BoringSSL engines. */
  boolean onBoringssl() {
    return getSslImplementation() instanceof BoringsslImplementation;
  }

  /** Returns whether connections use JSSE engines. */
  boolean onJsse() {
    return getSslImplementation() instanceof JSSEImplementation && !onBoringssl();
  }

  private TlsStatus.Engine engine() {
    if (onBoringssl()) {
      return TlsStatus.Engine.BORINGSSL;
    }
    return onJsse() ? TlsStatus.Engine.JSSE : TlsStatus.Engine.OTHER;
  }

  /** Returns whether tls=auto took the JDK's engines, which it does only without BoringSSL. */
  private boolean isFallback() {
    return onJsse() && settings().tls().equals("auto");
  }

  @Override
  protected void initialiseSsl() throws Exception {
    boolean boringssl = BoringsslImplementation.class.getName().equals(getSslImplementationName());
    tickets = boringssl ? TicketKeySetup.keys(settings()) : null;
    super.initialiseSsl();
  }

  /** Called at the start, and when a TLS host is added or reloaded. */
  @Override
  protected void createSSLContext(SSLHostConfig host) {
    if (getSslImplementation() instanceof BoringsslImplementation boringssl) {
      boringssl.use(Objects.requireNonNull(tickets));
    }
    super.createSSLContext(host);
  }

  @Override
  public void stopInternal() {
    // The runtime stops first: it must hand over no connection while Tomcat stops its poller.
    ConnectorRuntime current = runtime;
    if (current != null) {
      gauges.forget(current);
      current.stop();
    }
    super.stopInternal();
    // The poller has closed only those that are registered with it.
    connections.values().forEach(SocketWrapperBase::close);
  }

  @Override
  public void admit(SocketChannel channel, ByteBuffer received, AdmittedConnection admitted) {
    boolean taken = false;
    OpenConnection connection = null;
    try {
      connection = runtime().watch().admit(admitted, new ChannelCloser(channel));
      boolean mustResume = runtime().handshakes().mustResume(admitted);
      taken = take(channel, new ConnectionHandover(received, admitted, connection, mustResume));
    } finally {
      if (!taken) {
        giveUp(channel);
        if (connection != null) {
          connection.closed();
        }
        runtime().gate().noteLost(RefusalReason.CONTAINER_FAILED);
      }
    }
  }

  @Override
  public void courtesy(SocketChannel channel, ByteBuffer received) {
    take(
        channel,
        new ConnectionHandover(
            received, /* admitted= */ null, /* connection= */ null, /* mustResume= */ false));
    SocketWrapperBase<NioChannel> wrapper = connections.get(channel);
    if (wrapper != null) {
      // Limits the time between turns until its request begins to arrive.
      wrapper.setReadTimeout(COURTESY_TIMEOUT_MILLIS);
      wrapper.setWriteTimeout(COURTESY_TIMEOUT_MILLIS);
    }
    if (wrapper != null && !warmingUp) {
      runtime().watch().courtesies().add(new ChannelCloser(channel), System.nanoTime());
    }
  }

  /** How the watch closes one connection. */
  private final class ChannelCloser implements OpenConnection.Closer {
    private final SocketChannel channel;

    ChannelCloser(SocketChannel channel) {
      this.channel = channel;
    }

    /**
     * Closes a connection under its lock if {@code claim} returns true. Does nothing while a thread
     * works on the connection and holds the lock, which no thread does for HTTP/2. With {@code
     * onlyIdle}, closes it only between requests.
     */
    @Override
    public void close(boolean onlyIdle, BooleanSupplier claim) {
      SocketWrapperBase<NioChannel> wrapper = connections.get(channel);
      if (wrapper == null || !wrapper.getLock().tryLock()) {
        return;
      }
      try {
        boolean may = !wrapper.isClosed() && (!onlyIdle || isBetweenRequests(wrapper));
        if (may && claim.getAsBoolean()) {
          if (HTTP_2.equals(wrapper.getNegotiatedProtocol())) {
            retire(wrapper.getSocket());
          }
          wrapper.close();
        }
      } finally {
        wrapper.getLock().unlock();
      }
    }

    /**
     * The poller sees the end of the stream and wakes the worker, which holds the lock. With an
     * error set, Tomcat begins no further write for HTTP/2, which would wait behind the broken one.
     */
    @Override
    public void cut() {
      SocketWrapperBase<NioChannel> wrapper = connections.get(channel);
      if (wrapper == null) {
        return;
      }
      wrapper.setError(new IOException("The client was too slow."));
      try {
        channel.shutdownInput();
        channel.shutdownOutput();
      } catch (IOException e) {
        LOG.log(System.Logger.Level.DEBUG, "The connection had ended already", e);
      }
    }
  }

  /**
   * Must be called under the connection's lock. An HTTP/2 connection keeps its processor; its
   * streams report when they are served. A connection whose request has not come completely keeps
   * it, too: nobody serves that request yet, or a worker would hold the lock.
   */
  private static boolean isBetweenRequests(SocketWrapperBase<NioChannel> wrapper) {
    // The poller sends a file, if the connector was told to use sendfile.
    if (wrapper instanceof NioSocketWrapper nio && nio.getSendfileData() != null) {
      return false;
    }
    return !(wrapper.getCurrentProcessor() instanceof Processor processor)
        || HTTP_2.equals(wrapper.getNegotiatedProtocol())
        || !(processor.isAsync() || processor.isUpgrade());
  }

  private boolean take(SocketChannel channel, ConnectionHandover taken) {
    connectionHandover = taken;
    AdmittedConnection admitted = taken.admitted();
    try {
      return take(channel, admitted == null ? null : admitted.named());
    } finally {
      connectionHandover = null;
    }
  }

  @Override
  public long keepAliveNanos() {
    int millis = getKeepAliveTimeout();
    return millis < 1 ? Long.MAX_VALUE : TimeUnit.MILLISECONDS.toNanos(millis);
  }

  @Override
  public boolean mayOpenParallel(@Nullable InetAddress client) {
    return runtime().mayOpenParallel(client);
  }

  @Override
  public boolean speaksTls13(@Nullable String serverName) {
    return hosts.speaksTls13(serverName);
  }

  @Override
  protected NioChannel createChannel(SocketBufferHandler buffers) {
    return new HeadwaiterChannel(buffers, this);
  }

  @Override
  NioSocketWrapper createWrapper(NioChannel channel, @Nullable InetSocketAddress named) {
    return new HeadwaiterSocketWrapper(channel, this, named);
  }

  /** Returns the courtesy page; null before the first start. */
  @Nullable CourtesyPage page() {
    return page;
  }

  @Override
  @Nullable Door door() {
    ConnectorRuntime current = runtime;
    return current == null ? null : current.door();
  }

  @Override
  ConnectorRuntime runtime() {
    return Objects.requireNonNull(runtime, "The connector was not started.");
  }

  /** Returns the runtime; null before the first start. */
  @Nullable ConnectorRuntime runtimeOrNull() {
    return runtime;
  }

  @Nullable ConnectionHandover handover() {
    return connectionHandover;
  }
}
