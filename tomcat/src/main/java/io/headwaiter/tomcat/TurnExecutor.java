package io.headwaiter.tomcat;

import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.door.LogLimiter;
import io.headwaiter.front.request.SharedWorkers;
import io.headwaiter.front.request.TurnMeter;
import io.headwaiter.front.work.ExcessTurns;
import java.io.Closeable;
import java.io.IOException;
import java.util.Comparator;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.apache.tomcat.util.threads.TaskThreadFactory;
import org.apache.tomcat.util.threads.ThreadPoolExecutor;
import org.jspecify.annotations.Nullable;

/**
 * Worker threads that first take the turn of the client that has waited longest. This is not the
 * turn that has waited longest: a new visit needs three turns until its first page, two for the
 * handshake and one for the request, and would wait at the end of the queue three times. Turns of
 * visits over their account enter the queue when CPU time is available for them, at the place of
 * their arrival. Turns of a visit that holds too many workers enter it when the visit may hold one
 * more ({@link SharedWorkers}).
 *
 * <p>Thread-safe.
 */
final class TurnExecutor extends ThreadPoolExecutor implements DeferringExecutor {
  private static final System.Logger LOG = System.getLogger(TurnExecutor.class.getName());
  private static final int FIRST_CAPACITY = 256;
  private static final int ANY_NUMBER = 0;
  private static final int LONG_QUEUE = 64;
  private static final long COUNT_NANOS = 1_000_000;

  private final TurnMeter meter;
  private final ExcessTurns excess;
  private final SharedWorkers<QueuedWork> shared;
  private final LogLimiter limiter = new LogLimiter();
  // The worker's holder when the turn began: at its end, the turn object may serve another visit.
  private final ThreadLocal<Holder> holder = ThreadLocal.withInitial(Holder::new);

  /** The visit that holds a worker. */
  private static final class Holder {
    private boolean isAtWork;
    // Null if unknown.
    private @Nullable Object visit;
  }

  // Of a long queue; null while it is short.
  private volatile @Nullable Counted counted;

  /**
   * Creates a pool with a maximum number of threads.
   *
   * @param threads maximum number of threads, at least 1
   * @param idleMillis idle time after which a thread ends; values below 1 count as 1
   * @param meter for work that does not measure itself
   * @param budget CPU time for visits that are over their account
   * @param areShared whether turns of a visit that holds too many threads are held back
   */
  TurnExecutor(
      int threads,
      long idleMillis,
      TaskThreadFactory factory,
      TurnMeter meter,
      ExcessBudget budget,
      boolean areShared) {
    super(
        threads,
        threads,
        Math.max(1, idleMillis),
        TimeUnit.MILLISECONDS,
        new PriorityBlockingQueue<>(
            FIRST_CAPACITY, Comparator.comparingLong(TurnExecutor::waitingSinceNanos)),
        factory);
    this.meter = meter;
    this.excess =
        new ExcessTurns(
            budget,
            turn -> queue(new ReleasedTurn(turn, turn.holder(), (QueuedWork) turn.turn())),
            this::getMaximumPoolSize);
    this.shared =
        new SharedWorkers<>(
            areShared ? this::getMaximumPoolSize : () -> ANY_NUMBER,
            this::queueHeldBack,
            ExcessTurns::close);
    allowCoreThreadTimeOut(true);
  }

  @Override
  public void execute(Runnable work) {
    QueuedWork queued = UnmeteredWork.unlessQueued(work, meter, this);
    ExcessTurns.Owner owner = queued.excessOf();
    if (owner == null) {
      queue(queued);
    } else {
      defer(queued, owner);
    }
  }

  @Override
  public void defer(QueuedWork work, ExcessTurns.Owner owner) {
    excess.add(owner, work);
  }

  private void queue(QueuedWork work) {
    shared.submit(work.holder(), work.canBeHeldBack(), work, this::toWorkers);
  }

  private void queueHeldBack(QueuedWork work) {
    work.heldBackUntil(System.nanoTime());
    toWorkers(work);
  }

  private void toWorkers(QueuedWork work) {
    work.entersQueue();
    boolean taken = false;
    try {
      super.execute(work);
      taken = true;
    } catch (Error e) {
      // No thread could be created. Tomcat counts such work as submitted, unlike work that it
      // refuses.
      super.afterExecute(work, e);
      throw e;
    } finally {
      if (!taken) {
        getQueue().remove(work);
        work.leavesQueue();
      }
    }
  }

  @Override
  protected void beforeExecute(Thread thread, Runnable work) {
    ((QueuedWork) work).leavesQueue();
    Holder has = holder.get();
    has.isAtWork = true;
    has.visit = holderOf(work);
  }

  /** May be called a second time if it has thrown. */
  @Override
  protected void afterExecute(Runnable work, Throwable failure) {
    Holder has = holder.get();
    if (has.isAtWork) {
      has.isAtWork = false;
      Object visit = has.visit;
      has.visit = null;
      shared.ended(visit);
    }
    super.afterExecute(work, failure);
  }

  /**
   * Assigns the turn of the calling thread to a visit.
   *
   * @param visit null if unknown
   * @return whether the turn may continue; if not, submit it again as a turn of the visit
   */
  boolean joins(@Nullable Object visit) {
    Holder has = holder.get();
    if (!has.isAtWork || has.visit != null) {
      return true;
    }
    boolean joins = shared.joins(visit);
    has.visit = joins ? visit : null;
    return joins;
  }

  /**
   * Refuses, on the calling thread, work that has waited too long; see {@link
   * QueuedWork#refuseIfLate}.
   *
   * @return the number of turns refused
   */
  int refuseLate(long beforeNanos) {
    int refused = 0;
    // First those that enter the queue when others leave it.
    for (Runnable work : excess.waiting()) {
      refused += refuseIfLate((QueuedWork) work, beforeNanos);
    }
    for (QueuedWork work : shared.waiting()) {
      refused += refuseIfLate(work, beforeNanos);
    }
    // A snapshot of the queue: work that arrives later is not late.
    for (Runnable work : getQueue()) {
      refused += refuseIfLate((QueuedWork) work, beforeNanos);
    }
    return refused;
  }

  /** Catches everything, so that later requests that wait too long are still answered. */
  private int refuseIfLate(QueuedWork work, long beforeNanos) {
    try {
      return work.refuseIfLate(beforeNanos, () -> takeOut(work), this) ? 1 : 0;
    } catch (RuntimeException | Error e) {
      limiter.log(
          LOG, "A request that waited too long could not be answered", e, System.nanoTime());
      return 0;
    }
  }

  /** Takes work out of the queue; returns false if a worker was faster. */
  boolean takeOut(Runnable work) {
    if (excess.remove(work) || shared.remove(holderOf(work), (QueuedWork) work)) {
      return true;
    }
    boolean isOut = getQueue().remove(work);
    if (isOut) {
      ((QueuedWork) work).leavesQueue();
      shared.ended(holderOf(work));
      // Tomcat counts work that was submitted and is not done.
      super.afterExecute(work, /* t= */ null);
    }
    return isOut;
  }

  /**
   * Returns the number of turns that wait for a thread, without those that are {@link
   * QueuedWork#isUncounted} now. The gate calls it when it decides. It takes time proportional to
   * the length of the queue, so a long one is counted once a millisecond.
   */
  int waitingTurns() {
    long now = System.nanoTime();
    Counted last = counted;
    boolean isLong = getQueue().size() > LONG_QUEUE;
    if (isLong && last != null && now - last.atNanos() < COUNT_NANOS) {
      return last.turns();
    }
    int waiting = 0;
    for (Runnable work : getQueue()) {
      waiting += ((QueuedWork) work).isUncounted(now) ? 0 : 1;
    }
    counted = isLong ? new Counted(waiting, now) : null;
    return waiting;
  }

  /** How many turns waited at an instant. */
  private record Counted(int turns, long atNanos) {}

  /** Returns whether turns wait because others of visits over their accounts hold all workers. */
  boolean isExcessShort() {
    return excess.areWorkersShort();
  }

  /** Returns the number of turns that are held back because their visits hold too many threads. */
  int heldBack() {
    return shared.heldBack();
  }

  /** Makes all threads core threads, because the pool would queue work rather than start others. */
  @Override
  public void setMaximumPoolSize(int threads) {
    super.setCorePoolSize(Math.min(threads, getMaximumPoolSize()));
    super.setMaximumPoolSize(threads);
    super.setCorePoolSize(threads);
    shared.resized();
  }

  /** Accepts 0, which Tomcat sets for a moment to renew idle threads; else uses the maximum. */
  @Override
  public void setCorePoolSize(int threads) {
    super.setCorePoolSize(threads == 0 ? 0 : getMaximumPoolSize());
  }

  /**
   * Interrupts all work and waits for its end.
   *
   * @param longestMillis longest wait
   */
  void end(long longestMillis) {
    shutdownNow();
    shared.drain();
    try {
      if (!awaitTermination(Math.max(0, longestMillis), TimeUnit.MILLISECONDS)) {
        LOG.log(System.Logger.Level.WARNING, "Some requests did not end when they were told to.");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static @Nullable Object holderOf(Runnable work) {
    return work instanceof QueuedWork queued ? queued.holder() : null;
  }

  private static long waitingSinceNanos(Runnable work) {
    return ((QueuedWork) work).waitingSinceNanos();
  }

  /**
   * A turn of a visit over its account, for which CPU time is available.
   *
   * @param holder of its worker; the same at its end, although its visit may begin again meanwhile
   */
  private record ReleasedTurn(ExcessTurns.Released turn, Object holder, QueuedWork work)
      implements QueuedWork, Closeable {
    @Override
    public void run() {
      turn.run();
    }

    @Override
    public long queuedNanos() {
      return work.queuedNanos();
    }

    @Override
    public long waitingSinceNanos() {
      return work.waitingSinceNanos();
    }

    @Override
    public boolean counts() {
      return false;
    }

    @Override
    public boolean canBeHeldBack() {
      return true;
    }

    @Override
    public boolean refuseIfLate(long beforeNanos, BooleanSupplier takeOut, TurnExecutor workers) {
      return work.refuseIfLate(beforeNanos, () -> isOut(takeOut), workers);
    }

    private boolean isOut(BooleanSupplier takeOut) {
      boolean isOut = takeOut.getAsBoolean();
      if (isOut) {
        turn.leaveOut();
      }
      return isOut;
    }

    /** Called instead of {@link #run}, if too many turns of its visit are held back. */
    @Override
    public void close() throws IOException {
      turn.close();
    }
  }
}
