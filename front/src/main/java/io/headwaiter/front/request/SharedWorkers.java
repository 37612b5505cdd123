package io.headwaiter.front.request;

import io.headwaiter.core.visit.WorkerShares;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Worker threads that visits share by {@link WorkerShares}. Turns of a visit that holds too many
 * workers wait here, where they do not count as waiting work, until it may hold one more.
 *
 * <p>Thread-safe.
 *
 * @param <T> a turn of work
 */
public final class SharedWorkers<T> {
  private static final System.Logger LOG = System.getLogger(SharedWorkers.class.getName());

  private final IntSupplier workersMax;
  private final Consumer<T> pool;
  private final Consumer<T> lost;
  // Under this object's lock.
  private final WorkerShares<T> law = new WorkerShares<>();

  /**
   * Creates an instance without turns.
   *
   * @param workersMax how many turns the workers can do at a time; 0 for any number
   * @param pool takes a turn that was held back, on any thread; it may refuse it by a {@link
   *     RejectedExecutionException}
   * @param lost told of a turn that will not be done, because the pool has refused it or too many
   *     of its visit are held back; does not call {@link #ended}
   */
  public SharedWorkers(IntSupplier workersMax, Consumer<T> pool, Consumer<T> lost) {
    this.workersMax = workersMax;
    this.pool = pool;
    this.lost = lost;
  }

  /**
   * Hands a turn to the workers, now or when its visit may hold one more of them. When it is done,
   * {@link #ended} must follow.
   *
   * @param visit the object that stands for its visit; null if it is not known
   * @param canWait whether it may be held back; false if a request that has begun may wait for it
   * @param workersNow takes the turn if it is not held back; what it throws leaves this method
   */
  public void submit(@Nullable Object visit, boolean canWait, T turn, Consumer<T> workersNow) {
    if (!begins(visit, canWait, turn)) {
      return;
    }
    boolean taken = false;
    try {
      workersNow.accept(turn);
      taken = true;
    } finally {
      if (!taken) {
        ended(visit);
      }
    }
  }

  /**
   * Returns whether a turn may go to the workers now. If so, {@link #ended} must follow; if not, it
   * goes to them later, or is lost.
   */
  public boolean begins(@Nullable Object visit, boolean canWait, T turn) {
    int workers = workers();
    synchronized (this) {
      if (!canWait || law.mayBegin(visit, workers)) {
        law.begin(visit);
        return true;
      }
      if (law.holdBack(visit, turn)) {
        return false;
      }
    }
    lost.accept(turn);
    return false;
  }

  /**
   * Assigns a turn that began for no visit to this visit, at the end of a handshake.
   *
   * @param visit null if it is not known either
   * @return whether the visit may hold its worker; if so, {@link #ended} must follow with the
   *     visit. If not, it must follow with null; the turn should end soon and come again for the
   *     rest
   */
  public boolean joins(@Nullable Object visit) {
    int workers = workers();
    synchronized (this) {
      law.end(/* visit= */ null);
      boolean may = law.mayBegin(visit, workers);
      law.begin(may ? visit : null);
      return may;
    }
  }

  /**
   * Records that a turn that had begun is done, or will not be done.
   *
   * @param visit with which it began
   */
  public void ended(@Nullable Object visit) {
    WorkerShares.@Nullable Turn<T> next;
    int workers = workers();
    synchronized (this) {
      law.end(visit);
      next = law.next(workers);
    }
    release(next);
  }

  /** Releases turns after the number of workers has changed. */
  public void resized() {
    release(next());
  }

  private void release(WorkerShares.@Nullable Turn<T> first) {
    for (WorkerShares.Turn<T> next = first; next != null; next = next()) {
      handOver(next);
    }
  }

  private void handOver(WorkerShares.Turn<T> next) {
    boolean taken = false;
    try {
      pool.accept(next.turn());
      taken = true;
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "The workers have stopped, or take no more", e);
    } finally {
      if (!taken) {
        forget(next);
      }
    }
  }

  private WorkerShares.@Nullable Turn<T> next() {
    int workers = workers();
    synchronized (this) {
      return law.next(workers);
    }
  }

  private void forget(WorkerShares.Turn<T> refused) {
    synchronized (this) {
      law.end(refused.visit());
    }
    lost.accept(refused.turn());
  }

  private int workers() {
    int most = workersMax.getAsInt();
    return most < 1 ? Integer.MAX_VALUE : most;
  }

  /**
   * Removes a turn that is held back.
   *
   * @return false if it is not held back
   */
  public synchronized boolean remove(@Nullable Object visit, T turn) {
    return law.remove(visit, turn);
  }

  /** Returns the turns that are held back now. */
  public synchronized List<T> waiting() {
    return law.waiting();
  }

  /** Returns how many turns are held back now. */
  public synchronized int heldBack() {
    return law.heldBack();
  }

  /** Removes and returns all turns that are held back; they will not be done. */
  public synchronized List<T> drain() {
    return law.drain();
  }
}
