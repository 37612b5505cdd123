package io.headwaiter.tomcat;

import io.headwaiter.front.request.Turn;
import io.headwaiter.front.request.TurnMeter;
import io.headwaiter.front.session.OpenConnection;
import io.headwaiter.front.session.SessionUse;
import io.headwaiter.front.work.ExcessTurns;
import java.io.Closeable;
import org.jspecify.annotations.Nullable;

/**
 * Work that does not measure itself: HTTP/2 streams and asynchronous dispatches. It runs in the
 * order of arrival, but turns of one visit are spaced apart. A stream can wait if its visit is over
 * its account or holds too many workers. No other work can wait, because a request that has begun
 * may depend on it.
 *
 * <p>Checked against Tomcat 11.0.25: each stream of HTTP/2 is served as a {@code StreamRunnable}.
 */
final class UnmeteredWork implements QueuedWork, Closeable {
  static final String STREAM = "org.apache.coyote.http2.StreamRunnable";

  private final Runnable work;
  // Null if unknown.
  private final @Nullable SessionUse sessionUse;
  // The connection on which it was submitted; null if unknown.
  private final @Nullable OpenConnection connection = ConnectionTurn.current();
  // The same if the visit is unknown; otherwise null.
  private final @Nullable OpenConnection unnamed;
  private final @Nullable Object holder;
  private final boolean isStream;
  private final TurnMeter meter;
  private final DeferringExecutor workers;
  private final long queuedNanos = System.nanoTime();
  private final PlaceInQueue place = new PlaceInQueue();
  private volatile long waitingSinceNanos;
  private volatile boolean deferred;

  /** Assigns the work to the visit for which the submitting thread works, if any. */
  private UnmeteredWork(Runnable work, TurnMeter meter, DeferringExecutor workers) {
    this.work = work;
    this.sessionUse = Turn.currentSessionUse();
    this.unnamed = sessionUse == null ? connection : null;
    this.holder = sessionUse == null ? connection : sessionUse.holder();
    this.isStream = work.getClass().getName().equals(STREAM);
    this.meter = meter;
    this.workers = workers;
    this.deferred = isExcess();
    this.waitingSinceNanos = queuedNanos;
  }

  /** Returns the work itself if it is {@link QueuedWork}, otherwise wraps it. */
  static QueuedWork unlessQueued(Runnable work, TurnMeter meter, DeferringExecutor workers) {
    return work instanceof QueuedWork queued ? queued : new UnmeteredWork(work, meter, workers);
  }

  private boolean isExcess() {
    return isStream && sessionUse != null && sessionUse.isOver(System.nanoTime() - queuedNanos);
  }

  @Override
  public void run() {
    // If many came at once, the first ones may have used up the account.
    if (!deferred && sessionUse != null && isExcess()) {
      deferred = true;
      workers.defer(this, sessionUse);
      return;
    }
    if (unnamed == null) {
      serve();
    } else {
      ConnectionTurn.run(unnamed, this::serve);
    }
  }

  private void serve() {
    long now = System.nanoTime();
    if (deferred) {
      meter.runDeferred(now - queuedNanos, /* canWait= */ true, sessionUse, work);
    } else {
      meter.run(delayNanos(now), heldBackNanos(now), canBeHeldBack(), sessionUse, work);
    }
  }

  /** Called instead of {@link #run}. Closes the connection, because no answer will come. */
  @Override
  public void close() {
    if (connection != null) {
      connection.close();
    }
  }

  @Override
  public void entersQueue() {
    waitingSinceNanos = place.enter(sessionUse, waitingSinceNanos);
  }

  @Override
  public void leavesQueue() {
    place.leave();
  }

  @Override
  public @Nullable Object holder() {
    return holder;
  }

  @Override
  public boolean canBeHeldBack() {
    return isStream;
  }

  @Override
  public void heldBackUntil(long nowNanos) {
    waitingSinceNanos = QueuedWork.later(waitingSinceNanos, nowNanos);
  }

  @Override
  public long queuedNanos() {
    return queuedNanos;
  }

  @Override
  public long waitingSinceNanos() {
    return waitingSinceNanos;
  }

  @Override
  public ExcessTurns.@Nullable Owner excessOf() {
    return deferred ? sessionUse : null;
  }
}
