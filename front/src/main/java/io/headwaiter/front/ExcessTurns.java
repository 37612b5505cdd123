package io.headwaiter.front;

import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.core.visit.ExcessQueue;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.IntSupplier;

/**
 * Turns of visits that are over their account: they wait here, where nobody counts as waiting
 * because of them, until there is CPU time for them ({@link ExcessBudget}). Visits get the same of
 * it, however many turns each of them wants ({@link ExcessQueue}).
 *
 * <p>Thread-safe.
 */
public final class ExcessTurns {
  private static final System.Logger LOG = System.getLogger(ExcessTurns.class.getName());
  // What turns at work have taken is read no more often: it costs a system call for each.
  private static final long LOOK_NANOS = 10_000_000L;

  private final ExcessBudget budget;
  private final Consumer<Released> workers;
  private final IntSupplier workersMax;
  // Under this object's lock.
  private final ExcessQueue<Waiting> waiting = new ExcessQueue<>();
  // The same, so that one that is taken out is found at once.
  private final IdentityHashMap<Runnable, Waiting> turns = new IdentityHashMap<>();
  // On threads whose CPU time can be read.
  private final Set<Begun> atWork = new HashSet<>();
  private long lookedNanos = System.nanoTime() - LOOK_NANOS;

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

    /** CPU time of its last turn that has waited here; 0 if there was none. */
    default long lastTurnNanos() {
      return 0;
    }

    /** The object that stands for it among the holders of workers: {@link SharedWorkers}. */
    Object holder();
  }

  /** A turn that may begin, as the workers get it. */
  public interface Released extends Runnable, Closeable {
    /** The object that stands for the visit that holds the worker. */
    Object holder();
  }

  /** One in the queue. */
  private record Waiting(Runnable turn, Owner owner, Object visit) {}

  /**
   * None wait yet.
   *
   * @param workers takes what may begin, or refuses it by a {@link RejectedExecutionException}
   * @param workersMax how many turns the workers can do at a time; 0 for any number
   */
  public ExcessTurns(ExcessBudget budget, Consumer<Released> workers, IntSupplier workersMax) {
    this.budget = budget;
    this.workers = workers;
    this.workersMax = workersMax;
    budget.listen(this::release);
  }

  /**
   * Queues a turn, and hands over what may begin. If too many of its visit wait, it is closed, if
   * it is a {@link Closeable}, and is not done.
   *
   * @param owner whose it is
   */
  public void add(Owner owner, Runnable turn) {
    boolean waits;
    synchronized (this) {
      Waiting one = new Waiting(turn, owner, owner.holder());
      waits = waiting.add(one.visit(), one, owner::placeBehind);
      if (waits) {
        turns.put(turn, one);
      }
    }
    if (!waits) {
      close(turn);
    }
    release();
  }

  private static void close(Runnable turn) {
    if (turn instanceof Closeable closeable) {
      try {
        closeable.close();
      } catch (IOException e) {
        LOG.log(System.Logger.Level.DEBUG, "A turn that will not be done cannot be closed", e);
      }
    }
  }

  /** Takes a turn out; false if it was not here. */
  public synchronized boolean remove(Runnable turn) {
    Waiting one = turns.remove(turn);
    return one != null && waiting.remove(one.visit(), one);
  }

  /** Those that wait now. */
  public synchronized List<Runnable> waiting() {
    return List.copyOf(turns.keySet());
  }

  private void release() {
    for (Begun next = next(); next != null; next = next()) {
      hand(next);
    }
  }

  private synchronized Begun next() {
    long now = System.nanoTime();
    look(now);
    if (waiting.isEmpty()) {
      return null;
    }
    ExcessBudget.Slot slot = budget.tryBegin(now, ExcessBudget.runningMax(workersMax.getAsInt()));
    if (slot == null) {
      return null;
    }
    Waiting one = waiting.remove();
    turns.remove(one.turn());
    budget.estimate(slot, one.owner().lastTurnNanos());
    return new Begun(one, slot);
  }

  private void look(long nowNanos) {
    if (nowNanos - lookedNanos >= LOOK_NANOS) {
      lookedNanos = nowNanos;
      atWork.forEach(turn -> budget.goesOn(turn.slot, turn.takenNanos()));
    }
  }

  private synchronized void began(Begun turn) {
    atWork.add(turn);
  }

  private synchronized void ended(Begun turn) {
    atWork.remove(turn);
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
    private long beganNanos;
    private long thread;

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
      beganNanos = ThreadCpu.nanos();
      thread = Thread.currentThread().getId();
      boolean measured = ThreadCpu.isMeasured(beganNanos);
      if (measured) {
        began(this);
      }
      try {
        one.turn().run();
      } finally {
        end(measured ? ThreadCpu.nanos() - beganNanos : one.owner().assumedTurnNanos());
      }
    }

    /** Since it began, on any thread, under the lock under which it is known to be at work. */
    private long takenNanos() {
      return ThreadCpu.nanosOf(List.of(thread)) - beganNanos;
    }

    private void end(long cpuNanos) {
      ended(this);
      budget.ended(slot, cpuNanos);
      release();
    }

    /** Instead of {@link #run}, by workers that stop. */
    @Override
    public void close() {
      budget.ended(slot, /* cpuNanos= */ 0);
      ExcessTurns.close(one.turn());
    }
  }
}
