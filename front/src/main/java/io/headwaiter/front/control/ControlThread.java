package io.headwaiter.front.control;

import io.headwaiter.front.session.ConnectionWatch;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * The thread that runs {@link ControlLoop}, {@link ConnectionWatch}, {@link RequestProfiler} and
 * {@link WorkerSizer}. It logs a tick that fails, and goes on with the next one.
 */
public final class ControlThread implements Runnable {
  private static final System.Logger LOG = System.getLogger(ControlThread.class.getName());

  private final ControlLoop loop;
  private final RequestProfiler profile;
  private final ConnectionWatch watch;
  private final Thread thread;
  private volatile @Nullable WorkerSizer workers;
  private volatile boolean stopping;

  /**
   * Creates the thread; it does not run yet.
   *
   * @param name of the thread
   */
  public ControlThread(
      String name, ControlLoop loop, RequestProfiler profile, ConnectionWatch watch) {
    this.loop = loop;
    this.profile = profile;
    this.watch = watch;
    this.thread = new Thread(this, name);
    thread.setDaemon(true);
  }

  /** Starts to measure and to decide. */
  public void start() {
    thread.start();
  }

  /** Sets what sizes the worker threads from now on. */
  public void size(WorkerSizer sizer) {
    workers = sizer;
  }

  /** Stops the thread, which closes its files; if it never ran, this method closes them. */
  public void stop() {
    stopping = true;
    LockSupport.unpark(thread);
    if (thread.getState() == Thread.State.NEW) {
      loop.close();
    }
  }

  @Override
  public void run() {
    long next = System.nanoTime();
    while (!stopping) {
      long now = System.nanoTime();
      if (now - next < 0) {
        LockSupport.parkNanos(this, next - now);
        continue;
      }
      tick(now);
      next = Math.max(next + loop.sampleNanos(), now);
    }
    loop.close();
  }

  /** Returns the id of the thread, for its CPU time. */
  public long threadId() {
    return thread.getId();
  }

  private void tick(long nowNanos) {
    attempt("The look at the deadlines of connections", () -> watch.look(nowNanos));
    attempt("A control interval", () -> loop.tick(nowNanos));
    attempt("The profile of requests", () -> profile.tick(nowNanos));
    WorkerSizer sizer = workers;
    if (sizer != null) {
      attempt("The sizing of the workers", () -> sizer.tick(nowNanos));
    }
  }

  /** A failure of one must not stop the others. */
  private static void attempt(String what, Runnable step) {
    try {
      step.run();
    } catch (RuntimeException | Error e) {
      // An Error too: without this thread the policy in force would never change.
      LOG.log(System.Logger.Level.ERROR, what + " failed; what was decided before stays", e);
    }
  }
}
