package io.headwaiter.front;

import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.core.visit.ExcessQueue;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Turns of visits that are over their account: they wait here, where nobody counts as waiting
 * because of them, until there is CPU time for them ({@link ExcessBudget}). Visits take turns,
 * however many each of them wants.
 *
 * <p>Thread-safe.
 */
public final class ExcessTurns {
  private static final System.Logger LOG = System.getLogger(ExcessTurns.class.getName());

  private final ExcessBudget budget;
  private final Consumer<Released> workers;
  private final IntSupplier workersMax;
  // Under this object's lock.
  private final ExcessQueue<Waiting> waiting = new ExcessQueue<>();

  /** A visit that is over its account. */
  public interface Owner {
    /**
     * Where another turn of it stands, by start-time fair queueing.
     *
     * @param served the place of the turn that was served last
     */
    long placeBehind(long served);

    /** What a turn of it takes, where nobody can measure that. */
    long assumedTurnNanos();

    /** The object that stands for it among the holders of workers: {@link SharedWorkers}. */
    Object holder();
  }

  /** A turn that may begin, as the workers get it. */
  public interface Released extends Runnable, Closeable {
    /** The object that stands for the visit that holds the worker. */
    Object holder();
  }

  /** One in the queue. */
  private record Waiting(Runnable turn, Owner owner) {}

  /**
   * None wait yet.
   *
   * @param workers takes what may begin, or refuses it by a {@link RejectedExecutionException}
   * @param workersMax how many turns the workers can do at a time; 0 for any number
   */
  public ExcessTurns(
      ExcessBudget budget, Consumer<Released> workers, IntSupplier workersMax) {
    this.budget = budget;
    this.workers = workers;
    this.workersMax = workersMax;
    budget.listen(this::release);
  }

  /**
   * Queues a turn, and hands over what may begin.
   *
   * @param owner whose it is
   */
  public void add(Owner owner, Runnable turn) {
    synchronized (this) {
      waiting.add(new Waiting(turn, owner), owner::placeBehind);
    }
    release();
  }

  /** Takes a turn out; false if it was not here. */
  public synchronized boolean remove(Runnable turn) {
    return waiting.removeIf(one -> one.turn() == turn);
  }

  /** Those that wait now. */
  public synchronized List<Runnable> waiting() {
    return waiting.all().stream().map(Waiting::turn).toList();
  }

  private void release() {
    for (Begun next = next(); next != null; next = next()) {
      hand(next);
    }
  }

  private synchronized Begun next() {
    if (waiting.isEmpty()) {
      return null;
    }
    ExcessBudget.Slot slot =
        budget.tryBegin(System.nanoTime(), ExcessBudget.runningMax(workersMax.getAsInt()));
    return slot == null ? null : new Begun(waiting.remove(), slot);
  }

  /** On any thread: that of the control loop, too. */
  private void hand(Begun turn) {
    boolean taken = false;
    try {
      workers.accept(turn);
      taken = true;
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "The workers have stopped, or take no more", e);
    } finally {
      // Also if there is no thread to be had: else its slot would never be given back.
      if (!taken) {
        turn.close();
      }
    }
  }

  private final class Begun implements Released {
    private final Waiting one;
    private final ExcessBudget.Slot slot;

    Begun(Waiting one, ExcessBudget.Slot slot) {
      this.one = one;
      this.slot = slot;
    }

    @Override
    public Object holder() {
      return one.owner().holder();
    }

    @Override
    public void run() {
      long before = ThreadCpu.nanos();
      try {
        one.turn().run();
      } finally {
        boolean measured = ThreadCpu.isMeasured(before);
        end(measured ? ThreadCpu.nanos() - before : one.owner().assumedTurnNanos());
      }
    }

    private void end(long cpuNanos) {
      budget.ended(slot, cpuNanos);
      release();
    }

    /** Instead of {@link #run}, by workers that stop. */
    @Override
    public void close() {
      budget.ended(slot, /* cpuNanos= */ 0);
      if (one.turn() instanceof Closeable closeable) {
        try {
          closeable.close();
        } catch (IOException e) {
          LOG.log(System.Logger.Level.DEBUG, "A turn that will not be done cannot be closed", e);
        }
      }
    }
  }
}
