package io.headwaiter.front.work;

import io.headwaiter.core.visit.ExcessBudget;
import io.headwaiter.core.visit.ExcessQueue;
import io.headwaiter.front.supply.ThreadCpu;
import java.io.Closeable;
import java.io.IOException;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Turns of visits that are over their account. They wait here, where they do not count as waiting
 * work, until there is CPU time for them ({@link ExcessBudget}). Visits share that time equally,
 * however many turns each of them wants ({@link ExcessQueue}).
 *
 * <p>Thread-safe.
 */
public final class ExcessTurns {
  private static final System.Logger LOG = System.getLogger(ExcessTurns.class.getName());
  // CPU time of turns at work is read no more often: each reading costs a system call.
  private static final long LOOK_NANOS = 10_000_000L;

  private final ExcessBudget budget;
  private final Consumer<Released> workers;
  private final IntSupplier workersMax;
  // Guarded by this.
  private final ExcessQueue<Waiting> waiting = new ExcessQueue<>();
  // The same turns, so that one to be removed is found at once.
  private final IdentityHashMap<Runnable, Waiting> turns = new IdentityHashMap<>();
  // On threads with readable CPU time.
  private final Set<Begun> atWork = new HashSet<>();
  private long lookedNanos = System.nanoTime() - LOOK_NANOS;

  /** A visit that is over its account. */
  public interface Owner {
    /**
     * Returns the place of its next turn, by start-time fair queueing.
     *
     * @param served the place of the turn that was served last
     */
    long placeBehind(long served);

    /** Returns the CPU time that one of its turns is assumed to take where none can be measured. */
    long assumedTurnNanos();

    /** Returns the CPU time that its next turn is likely to take; 0 if nothing is known. */
    default long likelyTurnNanos() {
      return 0;
    }

    /**
     * Returns the object that stands for it among the holders of workers: {@link
     * io.headwaiter.front.request.SharedWorkers}.
     */
    Object holder();
  }

  /** A turn that may begin, as it is handed to the workers. */
  public interface Released extends Runnable, Closeable {
    /** Returns the object that stands for the visit that holds the worker. */
    Object holder();

    /** Returns the turn as it was added. */
    Runnable turn();

    /** Called instead of {@link #run}, if the turn is done elsewhere. */
    void leaveOut();
  }

  /** A turn in the queue. */
  private record Waiting(Runnable turn, Owner owner, Object visit) {}

  /**
   * Creates an empty queue.
   *
   * @param workers takes a turn that may begin, or refuses it by a {@link
   *     RejectedExecutionException}
   * @param workersMax how many turns the workers can do at a time; 0 for any number
   */
  public ExcessTurns(ExcessBudget budget, Consumer<Released> workers, IntSupplier workersMax) {
    this.budget = budget;
    this.workers = workers;
    this.workersMax = workersMax;
    budget.listen(this::release);
  }

  /**
   * Queues a turn, and hands over turns that may begin. If too many turns of its visit wait, the
   * turn is not done; it is closed, if it is a {@link Closeable}.
   *
   * @param owner the visit of the turn
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

  /** Closes a turn that will not be done, if it is a {@link Closeable}: mostly its connection. */
  public static void close(Runnable turn) {
    if (turn instanceof Closeable closeable) {
      try {
        closeable.close();
      } catch (IOException e) {
        LOG.log(System.Logger.Level.DEBUG, "A turn that will not be done cannot be closed", e);
      }
    }
  }

  /** Removes a turn; returns false if it was not here. */
  public synchronized boolean remove(Runnable turn) {
    Waiting one = turns.remove(turn);
    return one != null && waiting.remove(one.visit(), one);
  }

  /** Returns the turns that wait now. */
  public synchronized List<Runnable> waiting() {
    return List.copyOf(turns.keySet());
  }

  private void release() {
    for (Begun next = next(); next != null; next = next()) {
      handOver(next);
    }
  }

  private synchronized @Nullable Begun next() {
    long now = System.nanoTime();
    look(now);
    if (waiting.isEmpty()) {
      return null;
    }
    ExcessBudget.Slot slot = budget.tryBeginFirst(waiting, now, runningMax());
    if (slot == null) {
      return null;
    }
    Waiting one = waiting.removeFirst(slot.visit());
    turns.remove(one.turn());
    budget.estimate(slot, one.owner().likelyTurnNanos());
    return new Begun(one, slot);
  }

  private int runningMax() {
    return ExcessBudget.runningMax(workersMax.getAsInt());
  }

  /** Returns whether turns wait here because others hold all workers that they may hold. */
  public synchronized boolean areWorkersShort() {
    return !waiting.isEmpty() && budget.isFull(runningMax());
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

  /** Hands a turn to the workers. Runs on any thread, also that of the control loop. */
  private void handOver(Begun turn) {
    boolean taken = false;
    try {
      workers.accept(turn);
      taken = true;
    } catch (RejectedExecutionException e) {
      LOG.log(System.Logger.Level.DEBUG, "The workers have stopped, or take no more", e);
    } finally {
      // Also if no thread can be created: otherwise its slot would never be given back.
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
    public Runnable turn() {
      return one.turn();
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

    /**
     * Returns its CPU time since it began. Any thread may ask under the lock that guards the turns
     * at work.
     */
    private long takenNanos() {
      return ThreadCpu.nanosOf(List.of(thread)) - beganNanos;
    }

    private void end(long cpuNanos) {
      ended(this);
      budget.ended(slot, cpuNanos);
      release();
    }

    @Override
    public void leaveOut() {
      budget.ended(slot, /* cpuNanos= */ 0);
      try {
        release();
      } catch (RuntimeException | Error e) {
        // Turns that wait begin at the end of another one, or with the next grant.
        LOG.log(System.Logger.Level.WARNING, "A turn could not be handed to the workers", e);
      }
    }

    /** Called instead of {@link #run}, if the workers stop or refuse the turn. */
    @Override
    public void close() {
      budget.ended(slot, /* cpuNanos= */ 0);
      ExcessTurns.close(one.turn());
    }
  }
}
