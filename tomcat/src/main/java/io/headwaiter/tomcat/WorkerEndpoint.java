package io.headwaiter.tomcat;

import io.headwaiter.front.ConnectorRuntime;
import io.headwaiter.front.request.RequestPermits;
import io.headwaiter.front.request.TurnMeter;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.front.supply.ThreadCpu;
import io.headwaiter.front.work.ExcessTurns;
import io.headwaiter.telemetry.ServerMeters;
import java.io.Closeable;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import org.apache.coyote.Processor;
import org.apache.tomcat.util.net.NioChannel;
import org.apache.tomcat.util.net.NioEndpoint;
import org.apache.tomcat.util.net.SocketEvent;
import org.apache.tomcat.util.net.SocketProcessorBase;
import org.apache.tomcat.util.net.SocketWrapperBase;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.jspecify.annotations.Nullable;

/**
 * The part of the endpoint that serves the connections behind the door: the workers, and the turns
 * that wait for them. Public for Tomcat's MBean, see {@link DoorEndpoint}.
 */
public abstract class WorkerEndpoint extends DoorEndpoint {
  static final String HTTP_2 = "h2";
  private static final long REFUSAL_TIMEOUT_MILLIS = 1_000;
  private static final int ANY_NUMBER = 0;

  private final ServerMeters meters = new ServerMeters();
  private final TurnMeter turns = new TurnMeter(meters);
  private final WorkerGauge workers = new WorkerGauge(this);
  private volatile @Nullable RequestPermits permits;
  private @Nullable QueueTimeouts late;
  private volatile boolean threadsAreSet;

  WorkerEndpoint() {}

  /** Returns the parts of the connector; only after the first start. */
  abstract ConnectorRuntime runtime();

  /** Returns whether only the connector's own warm-up connections exist. */
  abstract boolean isWarmingUp();

  /** Returns the longest wait of a request for a worker. */
  abstract long workerTimeoutNanos();

  /**
   * Sets the maximum number of worker threads. On virtual threads, which Tomcat does not limit, it
   * limits the requests served at a time. Without a call there is no limit there, since virtual
   * threads are for many requests.
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

  /** Returns the permits on virtual threads; null on platform threads and while stopped. */
  @Nullable RequestPermits permits() {
    return permits;
  }

  /** Returns the gauge of the workers. */
  WorkerGauge workers() {
    return workers;
  }

  /** Returns whether there are workers now that this endpoint created and may change. */
  boolean ownsWorkers() {
    return internalExecutor && getExecutor() != null;
  }

  /** Returns whether there are platform threads now that this endpoint created. */
  boolean hasPlatformWorkers() {
    return ownsWorkers() && !getUseVirtualThreads();
  }

  /** Returns whether the number of threads was set explicitly. */
  boolean areThreadsSet() {
    return threadsAreSet;
  }

  /** Sets the maximum number of workers explicitly, now and after the next start. */
  void resizeWorkers(int threads) {
    sizeWorkers(threads);
    setMaxThreads(threads);
  }

  /** Sets the maximum number of workers, but does not count as an explicit setting. */
  void sizeWorkers(int threads) {
    // Tomcat's pool rejects a maximum below its number of spare threads.
    setMinSpareThreads(Math.min(getMinSpareThreads(), threads));
    super.setMaxThreads(threads);
    if (getExecutor() instanceof TurnExecutor ours) {
      ours.setMaximumPoolSize(threads);
    }
  }

  /** Creates Headwaiter's executor, or Tomcat's for platform threads with maxQueueSize. */
  @Override
  public void createExecutor() {
    if (getUseVirtualThreads()) {
      int most = threadsAreSet ? getMaxThreads() : ANY_NUMBER;
      useOwn(new VirtualTurns(getName() + "-virt-", turns, runtime().excess(), workers::capacity));
      permits =
          new RequestPermits(
              most, workerTimeoutNanos(), /* areShared= */ !runtime().gate().isShadow());
    } else if (getMaxQueueSize() != Integer.MAX_VALUE) {
      super.createExecutor();
    } else {
      TaskThreadFactory factory =
          new TaskThreadFactory(getName() + "-exec-", /* daemon= */ true, getThreadPriority());
      TurnExecutor ours =
          new TurnExecutor(
              getMaxThreads(),
              getThreadsMaxIdleTime(),
              factory,
              turns,
              runtime().excess(),
              /* areShared= */ !runtime().gate().isShadow());
      useOwn(ours);
      answerLateTurns(ours);
    }
  }

  /**
   * Starts {@link QueueTimeouts}, unless HTTP/2 begins with a blocking read, where one client could
   * delay the others.
   */
  private void answerLateTurns(TurnExecutor workers) {
    if (getUseAsyncIO() || !negotiableProtocols.contains(HTTP_2)) {
      late = new QueueTimeouts(workers, workerTimeoutNanos(), getName() + "-late");
      late.start();
    }
  }

  private void useOwn(Executor workers) {
    setExecutor(workers);
    // setExecutor takes it for the user's executor, which Tomcat does not shut down.
    internalExecutor = true;
  }

  /**
   * Assigns the turn of the calling thread to a visit.
   *
   * @param visit the object that represents it; null if unknown
   * @return whether the turn may continue, because its visit may hold another worker
   */
  boolean turnJoins(@Nullable Object visit) {
    return !(getExecutor() instanceof TurnExecutor ours) || ours.joins(visit);
  }

  @Override
  public void shutdownExecutor() {
    RequestPermits current = permits;
    if (current != null) {
      permits = null;
      current.close();
    }
    QueueTimeouts answering = late;
    if (answering != null) {
      late = null;
      answering.end();
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
  protected SocketProcessorBase<NioChannel> createSocketProcessor(
      SocketWrapperBase<NioChannel> wrapper, SocketEvent event) {
    return new MeteredProcessor(wrapper, event);
  }

  ServerMeters meters() {
    return meters;
  }

  /** Returns the meter of its workers' turns. */
  TurnMeter turns() {
    return turns;
  }

  /** A turn on a connection that records how long it has waited for its worker. */
  final class MeteredProcessor extends SocketProcessor implements QueuedWork, Closeable {
    // No initialisers: Tomcat's constructor calls reset(), which sets these fields.
    private volatile long queuedNanos;
    private volatile long waitingSinceNanos;
    private volatile long lateSinceNanos;
    private volatile boolean courtesy;
    // Whether it waits or has waited for CPU time that other visits leave over.
    private volatile boolean deferred;
    private volatile @Nullable Object holder;
    // The constructor does not use it.
    private final PlaceInQueue place = new PlaceInQueue();

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
      holder = null;
      if (wrapper.getSocket() instanceof HeadwaiterChannel channel) {
        waitingSinceNanos = channel.waitingSinceNanos(now);
        lateSinceNanos = now - channel.queuedNanos();
        courtesy = channel.isCourtesy();
        holder = channel.holder();
        deferred = isExcess(channel.sessionUse());
        channel.touch();
      }
    }

    /** Called instead of {@link #run}; closes the connection. */
    @Override
    public void close() {
      SocketWrapperBase<NioChannel> wrapper = socketWrapper;
      if (wrapper != null
          && wrapper.getSocket() instanceof HeadwaiterChannel channel
          && channel.connection() != null) {
        channel.connection().close();
      }
    }

    @Override
    public void entersQueue() {
      waitingSinceNanos = place.enter(sessionUse(), waitingSinceNanos);
    }

    @Override
    public void leavesQueue() {
      place.leave();
    }

    /**
     * Returns whether its visit is over its account and the turn can wait: it would begin a
     * request, or a message on a connection that was upgraded, to WebSocket for example.
     */
    private boolean isExcess(@Nullable SessionUse sessionUse) {
      return sessionUse != null
          && sessionUse.isOver(System.nanoTime() - queuedNanos)
          && (canBeHeldBack() || isMessage())
          && getExecutor() instanceof DeferringExecutor
          && !QueueTimeouts.isNow();
    }

    /**
     * Returns whether it reads a message of an upgraded protocol. HTTP/2 is excluded: a stream that
     * is being served may wait for its frames.
     */
    private boolean isMessage() {
      SocketWrapperBase<NioChannel> wrapper = socketWrapper;
      return event == SocketEvent.OPEN_READ
          && wrapper != null
          && wrapper.getCurrentProcessor() instanceof Processor begun
          && begun.isUpgrade()
          && !HTTP_2.equals(wrapper.getNegotiatedProtocol());
    }

    @Override
    public boolean canBeHeldBack() {
      SocketWrapperBase<NioChannel> wrapper = socketWrapper;
      return wrapper != null && reads(wrapper) && !isServed(wrapper.getCurrentProcessor());
    }

    private boolean reads(SocketWrapperBase<NioChannel> wrapper) {
      return event == SocketEvent.OPEN_READ
          || (event == SocketEvent.OPEN_WRITE && !wrapper.getSocket().isHandshakeComplete());
    }

    @Override
    public @Nullable Object holder() {
      return holder;
    }

    @Override
    public void heldBackUntil(long nowNanos) {
      waitingSinceNanos = QueuedWork.later(waitingSinceNanos, nowNanos);
    }

    private @Nullable SessionUse sessionUse() {
      SocketWrapperBase<NioChannel> wrapper = socketWrapper;
      return wrapper != null && wrapper.getSocket() instanceof HeadwaiterChannel channel
          ? channel.sessionUse()
          : null;
    }

    @Override
    protected void doRun() {
      if (courtesy) {
        runCourtesy();
        return;
      }
      SessionUse sessionUse = sessionUse();
      // If many came at once, the first ones may have used up the account.
      if (!deferred
          && sessionUse != null
          && isExcess(sessionUse)
          && getExecutor() instanceof DeferringExecutor workers) {
        deferred = true;
        workers.defer(this, sessionUse);
        return;
      }
      if (requeueIfItMayNotHold()) {
        return;
      }
      long now = System.nanoTime();
      if (!(socketWrapper.getSocket() instanceof HeadwaiterChannel channel)) {
        ConnectionTurn.run(/* connection= */ null, () -> serve(sessionUse, now));
        return;
      }
      channel.turnBegins(now - queuedNanos);
      try {
        ConnectionTurn.run(channel.connection(), () -> serve(sessionUse, now));
      } finally {
        channel.turnEnds();
      }
    }

    /**
     * Queues the turn again if its visit may not hold this worker, and returns whether it did. It
     * checks here only if the visit was unknown when the turn was queued, because the handshake was
     * under way.
     */
    private boolean requeueIfItMayNotHold() {
      if (holder != null
          || !canBeHeldBack()
          || !(socketWrapper.getSocket() instanceof HeadwaiterChannel channel)
          || !(getExecutor() instanceof TurnExecutor ours)) {
        return false;
      }
      Object known = channel.holder();
      if (known == null || ours.joins(known)) {
        return false;
      }
      holder = known;
      ours.execute(this);
      return true;
    }

    private void serve(@Nullable SessionUse sessionUse, long now) {
      // The thread that answers late requests must not wait for those that are late.
      boolean canWait = !QueueTimeouts.isNow();
      if (deferred) {
        turns.runDeferred(now - queuedNanos, canWait, sessionUse, super::doRun);
      } else {
        canWait &= canBeHeldBack();
        turns.run(delayNanos(now), heldBackNanos(now), canWait, sessionUse, super::doRun);
      }
    }

    /** Runs the turn, and counts its CPU time only for the warm-up or for courtesy pages. */
    private void runCourtesy() {
      meters.turnClocks().begins(ThreadCpu.nanos());
      long cpuNanos = CourtesyTurn.run(super::doRun);
      if (isWarmingUp()) {
        meters.warmUpCpu(cpuNanos);
        return;
      }
      meters.courtesyCpu(cpuNanos);
      meters.turnClocks().entered(cpuNanos);
      runtime().gate().courtesy().spent(cpuNanos);
    }

    @Override
    public ExcessTurns.@Nullable Owner excessOf() {
      return deferred ? sessionUse() : null;
    }

    @Override
    public boolean counts() {
      return !courtesy;
    }

    @Override
    public boolean refuseIfLate(long beforeNanos, BooleanSupplier takeOut, TurnExecutor workers) {
      SocketWrapperBase<NioChannel> wrapper = socketWrapper;
      // A worker that holds the lock may run application code for long.
      if (!isLate(beforeNanos) || wrapper == null || !wrapper.getLock().tryLock()) {
        return false;
      }
      try {
        if (!runsNoApplicationCode(wrapper) || !takeOut.getAsBoolean()) {
          return false;
        }
        if (wrapper == socketWrapper && isLate(beforeNanos) && runsNoApplicationCode(wrapper)) {
          refuse(wrapper);
          return true;
        }
        // A worker was faster, and this object is already the next turn.
        workers.execute(this);
        return false;
      } finally {
        wrapper.getLock().unlock();
      }
    }

    private boolean isLate(long beforeNanos) {
      return lateSinceNanos - beforeNanos < 0;
    }

    /**
     * Returns whether the turn, if refused, runs no application code. Must be called under the
     * connection's lock: a processor then means that something was begun. A write turn belongs to a
     * request that is served asynchronously, or is left over from the handshake.
     */
    private boolean runsNoApplicationCode(SocketWrapperBase<NioChannel> wrapper) {
      SocketEvent why = event;
      boolean goesOn = why == SocketEvent.OPEN_READ || why == SocketEvent.OPEN_WRITE;
      // The connection was silent for too long, or broke.
      boolean ends = why == SocketEvent.ERROR || why == SocketEvent.DISCONNECT;
      return (goesOn || ends) && !courtesy && !isServed(wrapper.getCurrentProcessor());
    }

    private static boolean isServed(Object processor) {
      return processor instanceof Processor begun && (begun.isAsync() || begun.isUpgrade());
    }

    /**
     * Runs the turn with a short write timeout, because a client that does not read delays the
     * others. The timeout counts from now: the poller closes connections that wait longer to write,
     * and nothing was written while this was queued.
     */
    private void refuse(SocketWrapperBase<NioChannel> wrapper) {
      long timeoutMillis = wrapper.getWriteTimeout();
      ((NioEndpoint.NioSocketWrapper) wrapper).updateLastWrite();
      wrapper.setWriteTimeout(REFUSAL_TIMEOUT_MILLIS);
      try {
        run();
      } finally {
        // HTTP/2 may have set its own.
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
