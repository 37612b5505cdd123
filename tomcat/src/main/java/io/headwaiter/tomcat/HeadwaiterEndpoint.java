package io.headwaiter.tomcat;

import io.headwaiter.core.admission.Decision.Entry;
import io.headwaiter.door.DoorHost;
import io.headwaiter.front.Front;
import io.headwaiter.front.HeadwaiterSettings;
import io.headwaiter.front.Visits;
import io.headwaiter.telemetry.ServerMeters;
import io.headwaiter.tls.TicketKeys;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongSupplier;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SSLHostConfig;
import org.apache.tomcat.util.net.SocketBufferHandler;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketProcessorBase;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.net.jsse.JSSEImplementation;
import org.apache.tomcat.util.threads.LimitLatch;
import org.apache.tomcat.util.threads.TaskThreadFactory;

/**
 * Tomcat's endpoint with the door in front: the door accepts the connections, and only those it
 * lets in get a channel, a place in the poller and a worker.
 *
 * <p>Tomcat's acceptor never runs, and its latch, which blocks whoever accepts at the limit of
 * connections, does not exist: the connections are counted here, and the door accepts as many as
 * there is room for.
 *
 * <p>Checked against Tomcat 11.0.25: {@code setSocketOptions} is called by the acceptor only,
 * {@code destroySocket} and a wrapper's {@code close} count down once for each connection, {@code
 * pause} and {@code closeServerSocketGraceful} call {@code unlockAccept} before they rely on
 * nothing being accepted, and calls of {@code processSocket} for one wrapper are serialised by its
 * lock, so the poller's own event for a connection that was dispatched here does no harm.
 */
final class HeadwaiterEndpoint extends NioEndpoint implements DoorHost {
  private static final long COURTESY_TIMEOUT_MILLIS = 5_000;

  private final ServerMeters meters = new ServerMeters();
  private final TurnMeter turns = new TurnMeter(meters);
  private final TlsHosts hosts = new TlsHosts(this::getSSLHostConfig);
  private final AtomicInteger connectionCount = new AtomicInteger();
  private HeadwaiterSettings settings;
  private LongSupplier clockNanos = System::nanoTime;
  private LongSupplier clockMillis = System::currentTimeMillis;
  private boolean jsseStateful = true;
  // Beside the contexts: a certificate that is loaded again leaves every ticket valid.
  private TicketKeys tickets;
  private volatile Front front;
  private volatile CourtesyPage page;
  // Set and read within one call of admit(), on the door's thread.
  private Handover handover;

  void setSettings(HeadwaiterSettings settings) {
    this.settings = settings;
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
    Visits visits = settings.visits(clockNanos, clockMillis);
    Front started =
        new Front(
            getName(),
            settings,
            getMaxConnections(),
            new TomcatProbe(this),
            meters,
            visits,
            Verifiers.of(onBoringssl(), jsseStateful, hosts, visits),
            this);
    page = new CourtesyPage(settings.courtesyRetryAfterSeconds(), meters);
    front = started;
    started.start(tickets);
    acceptor = new DoorAcceptor(this, started.door());
    super.startInternal();
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
    if (getUseVirtualThreads() || getMaxQueueSize() != Integer.MAX_VALUE) {
      super.createExecutor();
      return;
    }
    TaskThreadFactory factory =
        new TaskThreadFactory(getName() + "-exec-", /* daemon= */ true, getThreadPriority());
    setExecutor(TurnExecutor.of(getMaxThreads(), getThreadsMaxIdleTime(), factory));
    // setExecutor takes it for the user's, which nobody shuts down.
    internalExecutor = true;
  }

  @Override
  public void shutdownExecutor() {
    // Tomcat's method expects the queue of its own executor.
    if (internalExecutor && getExecutor() instanceof TurnExecutor turns) {
      setExecutor(null);
      turns.end(getExecutorTerminationTimeoutMillis());
    } else {
      super.shutdownExecutor();
    }
  }

  /** Instead of Tomcat's thread, the door begins to accept. */
  @Override
  protected void startAcceptorThread() {
    try {
      if (getServerSocket() instanceof ServerSocketChannel listener) {
        front.door().startAccepting(listener);
      }
    } catch (IOException e) {
      throw new UncheckedIOException("The listener cannot be made non-blocking", e);
    }
  }

  /**
   * Nobody waits in a call of accept to be woken; when this returns nothing is accepted any more.
   */
  @Override
  protected void unlockAccept() {
    Front current = front;
    if (current != null) {
      current.door().stopAccepting();
    }
  }

  @Override
  public void resume() {
    super.resume();
    if (isRunning() && !isPaused()) {
      startAcceptorThread();
    }
  }

  /** No latch: {@link #vacancies} takes its place. */
  @Override
  protected LimitLatch initializeConnectionLatch() {
    return null;
  }

  /** Open connections, at the door and behind it; always counted. */
  @Override
  public long getConnectionCount() {
    return connectionCount.get();
  }

  @Override
  public void setMaxConnections(int max) {
    super.setMaxConnections(max);
    vacancyAtTheDoor();
  }

  @Override
  protected long countDownConnection() {
    int left = connectionCount.decrementAndGet();
    vacancyAtTheDoor();
    return left;
  }

  @Override
  public int vacancies() {
    int max = getMaxConnections();
    return max < 0 ? Integer.MAX_VALUE : max - connectionCount.get();
  }

  @Override
  public void accepted() {
    connectionCount.incrementAndGet();
  }

  private void vacancyAtTheDoor() {
    Front current = front;
    if (current != null) {
      current.door().vacancy();
    }
  }

  @Override
  public void admit(SocketChannel channel, ByteBuffer received, Entry entry) {
    take(channel, new Handover(received, entry, resumeOnly(entry)));
  }

  @Override
  public void courtesy(SocketChannel channel, ByteBuffer received) {
    take(channel, new Handover(received, /* entry= */ null, /* resumeOnly= */ false));
    SocketWrapperBase<NioChannel> wrapper = connections.get(channel);
    if (wrapper != null) {
      // From one turn to the next, until its request has begun to come.
      wrapper.setReadTimeout(COURTESY_TIMEOUT_MILLIS);
      wrapper.setWriteTimeout(COURTESY_TIMEOUT_MILLIS);
    }
  }

  private void take(SocketChannel channel, Handover taken) {
    handover = taken;
    boolean registered;
    try {
      registered = super.setSocketOptions(channel);
    } catch (Error e) {
      // Tomcat passes on what it does not dare to handle, a lack of memory for the buffers above
      // all, and leaves the connection open and counted.
      giveUp(channel);
      throw e;
    } finally {
      handover = null;
    }
    SocketWrapperBase<NioChannel> wrapper = connections.get(channel);
    if (wrapper == null) {
      return; // Tomcat has logged why, and closed it.
    }
    if (!registered || !processSocket(wrapper, SocketEvent.OPEN_READ, /* dispatch= */ true)) {
      wrapper.close();
    }
  }

  /** Only JSSE's engines can be told. */
  private boolean resumeOnly(Entry entry) {
    boolean free = entry == Entry.CLAIMED || entry == Entry.VERIFIED;
    return free && onJsse() && !front.gate().hasRoom(System.nanoTime());
  }

  private void giveUp(SocketChannel channel) {
    SocketWrapperBase<NioChannel> wrapper = connections.get(channel);
    if (wrapper != null) {
      wrapper.close();
    } else if (channel.isOpen()) {
      destroySocket(channel);
    }
  }

  @Override
  public void discard(SocketChannel channel) {
    destroySocket(channel);
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

  /** What those get who are refused with a page; null before the first start. */
  CourtesyPage page() {
    return page;
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
    private volatile boolean courtesy;

    MeteredProcessor(SocketWrapperBase<NioChannel> wrapper, SocketEvent event) {
      super(wrapper, event);
    }

    @Override
    public void reset(SocketWrapperBase<NioChannel> wrapper, SocketEvent event) {
      super.reset(wrapper, event);
      long now = System.nanoTime();
      queuedNanos = now;
      waitingSinceNanos = now;
      courtesy = false;
      if (wrapper.getSocket() instanceof HeadwaiterChannel channel) {
        waitingSinceNanos = channel.waitingSinceNanos(now);
        courtesy = channel.isCourtesy();
      }
    }

    @Override
    protected void doRun() {
      if (courtesy) {
        turns.runCourtesy(front.gate().courtesy(), super::doRun);
      } else {
        HeadwaiterChannel channel =
            socketWrapper.getSocket() instanceof HeadwaiterChannel ours ? ours : null;
        turns.run(channel, System.nanoTime() - queuedNanos, super::doRun);
      }
    }

    @Override
    public boolean isCourtesy() {
      return courtesy;
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
