package io.headwaiter.load;

import io.headwaiter.load.workload.ThinkTime;
import io.headwaiter.load.workload.Workload;
import io.netty.channel.Channel;
import io.netty.channel.ChannelException;
import io.netty.util.concurrent.Future;
import io.netty.util.concurrent.Promise;
import io.netty.util.concurrent.ScheduledFuture;
import java.net.InetSocketAddress;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;
import javax.net.ssl.SSLException;

/**
 * One event loop's share of one run: its visits, its recorder and its clock. Belongs to its event
 * loop.
 */
final class LoopRun {
  /** The counts of a run in progress. */
  record Snapshot(long offered, long completed, long refused, long broken, int underWay) {}

  private final Loop loop;
  private final RunPlan plan;
  private final TlsClient tls;
  private final ThinkTime thinkTime;
  private final Recorder recorder;
  private final Promise<Recorder> done;
  private final Set<Visit> underWay = new HashSet<>();
  private final Sources sources;
  private final Arrivals arrivals;
  private final CpuClock cpu = new CpuClock();
  private ScheduledFuture<?> end;
  private int unfinished;
  private long endedNanos;
  private boolean over;

  LoopRun(Loop loop, RunPlan plan, int index) throws SSLException {
    this.loop = loop;
    this.plan = plan;
    LoadOptions options = plan.options();
    VisitOptions visit = options.visit();
    this.tls =
        plan.secure()
            ? loop.tls(options.tls(), options.target().getHost(), visit.httpVersion())
            : null;
    this.thinkTime = plan.thinkTime();
    this.recorder = new Recorder(plan.windowStartNanos(), plan.windowNanos());
    this.done = loop.eventLoop().newPromise();
    this.sources =
        new Sources(
            options.run().sourceAddresses(),
            options.run().sourceNetworks(),
            plan.firstSource() + index,
            plan.loops());
    this.arrivals = new Arrivals(this, plan, index);
    loop.current(this);
  }

  /** Begins the run; the future completes on the event loop when the run has ended. */
  Promise<Recorder> start() {
    arrivals.start();
    long toWindow = Math.max(0, plan.windowStartNanos() - System.nanoTime());
    later(cpu::start, toWindow);
    end = schedule(this::finish, plan.windowEndNanos() - System.nanoTime());
    finishWhenEmpty(); // a loop may have no client of the population
    return done;
  }

  private void finish() {
    cpu.stop();
    endedNanos = System.nanoTime();
    arrivals.countMissed();
    endVisits();
    done.trySuccess(recorder);
  }

  /** Ends all visits at once; the future fails unless the run had ended. */
  void stop() {
    endVisits();
    done.tryFailure(new IllegalStateException("The run was ended before its time."));
  }

  private void endVisits() {
    if (over) {
      return;
    }
    over = true;
    if (end != null) {
      end.cancel(false);
    }
    unfinished = underWay.size();
    underWay.forEach(Visit::abandon);
    underWay.clear();
  }

  /** Begins a visit that was due at an instant, unless the bound on visits is reached. */
  void begin(long dueNanos, long sessionNumber, int timesCameBack) {
    if (over) {
      return;
    }
    recorder.count(timesCameBack == 0 ? Count.OFFERED : Count.CAME_BACK, dueNanos);
    if (underWay.size() >= plan.maxSessionsPerLoop()) {
      recorder.count(Count.NOT_STARTED, dueNanos);
      finishWhenEmpty();
      return;
    }
    Visit visit = new Visit(this, plan.random(sessionNumber), timesCameBack);
    underWay.add(visit);
    visit.begin(dueNanos);
  }

  /** Handles the end of a visit. */
  void over(Visit visit, Visit.Fate fate, Failure failure) {
    if (!underWay.remove(visit)) {
      return;
    }
    long now = System.nanoTime();
    switch (fate) {
      case COMPLETED -> recorder.count(Count.COMPLETED, now);
      case REFUSED -> recorder.count(Count.REFUSED, now);
      case TIMED_OUT_BEFORE_ENTRY -> recorder.count(Count.TIMED_OUT_BEFORE_ENTRY, now);
      case BROKEN -> {
        recorder.count(Count.BROKEN, now);
        recorder.count(brokenReason(failure, visit.resumes()), now);
      }
    }
    arrivals.ended(visit, fate);
    finishWhenEmpty();
  }

  private void finishWhenEmpty() {
    if (underWay.isEmpty() && arrivals.exhausted()) {
      finish();
    }
  }

  private static Count brokenReason(Failure failure, boolean resumes) {
    if (failure.atEntry()) {
      return resumes ? Count.BROKEN_REFUSED_RESUMING : Count.BROKEN_REFUSED_FRESH;
    }
    if (failure.timeout()) {
      return resumes ? Count.BROKEN_TIMEOUT_RESUMING : Count.BROKEN_TIMEOUT_FRESH;
    }
    return resumes ? Count.BROKEN_ERROR_RESUMING : Count.BROKEN_ERROR_FRESH;
  }

  /** Returns the source address of one more customer; null for any. */
  InetSocketAddress nextSource() {
    return sources.next();
  }

  /** Registers a channel for a connection and connects it. */
  void connect(Connection connection) {
    Channel channel;
    try {
      channel = loop.newChannel();
    } catch (ChannelException e) {
      // No file descriptor is left: this connection fails; later ones may succeed.
      later(() -> connection.connectFailed(e), 0);
      return;
    }
    connection.attach(channel);
    loop.eventLoop().register(channel).addListener(registered -> connected(connection, registered));
    channel
        .connect(plan.address(), connection.source())
        .addListener(connected -> connected(connection, connected));
  }

  /** Later, since some steps fail at once, before the connection has been given its requests. */
  private void connected(Connection connection, Future<?> step) {
    if (!step.isSuccess()) {
      later(() -> connection.connectFailed(step.cause()), 0);
    }
  }

  /** Runs a task later on this loop, never after the run has ended; its future can cancel it. */
  ScheduledFuture<?> schedule(Runnable task, long delayNanos) {
    return loop.eventLoop()
        .schedule(() -> guard(task), Math.max(0, delayNanos), TimeUnit.NANOSECONDS);
  }

  /** Runs a task like {@link #schedule}, without a way to cancel it. */
  @SuppressWarnings("FutureReturnValueIgnored") // guard() handles exceptions
  void later(Runnable task, long delayNanos) {
    schedule(task, delayNanos);
  }

  private void guard(Runnable task) {
    if (over) {
      return;
    }
    try {
      task.run();
    } catch (RuntimeException e) {
      crashed(e);
    }
  }

  /** Ends the run on a defect of the generator itself, which makes its figures meaningless. */
  void crashed(Throwable defect) {
    endVisits();
    done.tryFailure(new IllegalStateException("The load generator has a defect.", defect));
  }

  Snapshot snapshot() {
    return new Snapshot(
        recorder.total(Count.OFFERED),
        recorder.total(Count.COMPLETED),
        recorder.total(Count.REFUSED),
        recorder.total(Count.BROKEN) + recorder.total(Count.TIMED_OUT_BEFORE_ENTRY),
        underWay.size());
  }

  byte[] requestTail() {
    return plan.requestTail();
  }

  /** Returns the scheme of the target, https or http. */
  String scheme() {
    return plan.secure() ? "https" : "http";
  }

  /** Returns host and port of the target, as requests name it. */
  String authority() {
    return plan.options().target().getAuthority();
  }

  PageBuffer borrowPage() {
    return loop.borrowPage();
  }

  void returnPage(PageBuffer page) {
    loop.returnPage(page);
  }

  LoadOptions options() {
    return plan.options();
  }

  Workload workload() {
    return plan.workload();
  }

  ThinkTime thinkTime() {
    return thinkTime;
  }

  /** Returns the pause before one retry, {@code retryDelay * (1 ± spread)}. */
  long retryDelayNanos(RandomGenerator random) {
    VisitOptions visit = options().visit();
    long delayNanos = TimeUnit.MILLISECONDS.toNanos(visit.retryDelayMillis());
    if (visit.retrySpread() == 0) {
      return delayNanos; // no draw, so that a spread of 0 does not change the walks
    }
    double spread = visit.retrySpread() * (2 * random.nextDouble() - 1);
    return Math.round(delayNanos * (1 + spread));
  }

  /** Returns the TLS of connections; null for a target without. */
  TlsClient tls() {
    return tls;
  }

  Recorder recorder() {
    return recorder;
  }

  /** Returns the CPU time of this loop in the window, as a share of one core. */
  double cpuShare() {
    return cpu.share();
  }

  /** Returns the CPU time of the whole process in the window, in cores. */
  double processCores() {
    return cpu.processCores();
  }

  /** Returns the instant the run ended; before the end of the window if no visit was left. */
  long endedNanos() {
    return endedNanos;
  }

  int unfinished() {
    return unfinished;
  }
}
