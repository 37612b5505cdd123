package io.headwaiter.front;

import io.headwaiter.core.admission.Verdict;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

/**
 * A connection that was let in, as {@link ConnectionWatch} sees it. Its container says what happens
 * on it. Thread-safe.
 */
public final class OpenConnection {
  /** How far a connection has come. */
  enum Stage {
    HANDSHAKE,
    FIRST_REQUEST,
    SERVED,
    CLOSED
  }

  /** How the container closes a connection that the watch has chosen. */
  @FunctionalInterface
  public interface Closer {
    /**
     * Closes the connection, if it is not at work on it, and if {@code claim} is true, which is
     * asked once and last: something may have happened since it was chosen.
     *
     * <p>If a thread is at work on it nothing happens, and it is tried again later.
     *
     * @param onlyIdle whether it must lie between two requests, of a protocol that knows such
     */
    void close(boolean onlyIdle, BooleanSupplier claim);
  }

  private final ConnectionWatch watch;
  private final Closer closer;
  private final boolean isSpared;
  private final long network;
  private final AtomicInteger requests = new AtomicInteger();
  private volatile long activeNanos;
  // Null before the handshake is done, and if the visit is not known.
  private volatile Visits.Stay part;
  // Both are written under the watch's lock.
  private volatile Stage stage = Stage.HANDSHAKE;
  private volatile long stageNanos;
  private volatile long visit = Verdict.NO_VISIT;

  /**
   * @param isSpared whether it is not closed for being silent with others
   * @param network of its client; {@link Verdict#NO_VISIT} if it is not known
   */
  OpenConnection(
      ConnectionWatch watch, Closer closer, boolean isSpared, long network, long nowNanos) {
    this.watch = watch;
    this.closer = closer;
    this.isSpared = isSpared;
    this.network = network;
    this.activeNanos = nowNanos;
    this.stageNanos = nowNanos;
  }

  /**
   * Its handshake is done.
   *
   * @param stay its visit; null if it is not known which one it is
   * @return whether it may stay open; else the caller closes it, as its visit has too many
   */
  public boolean handshakeDone(Visits.Stay stay) {
    part = stay;
    return watch.handshakeDone(this, stay == null ? Verdict.NO_VISIT : stay.accountName());
  }

  /** Whether its first request has come. */
  public boolean hasHadRequest() {
    return stage == Stage.SERVED;
  }

  /**
   * A request comes, and {@link #requestEnds} will not follow: its container knows the end by
   * itself.
   */
  public void requestCame() {
    if (stage == Stage.FIRST_REQUEST) {
      watch.firstRequestCame(this);
      Visits.Stay known = part;
      if (known != null) {
        known.requestCame();
      }
    }
  }

  /** A request comes; {@link #requestEnds} will follow, on any thread. */
  public void requestBegins() {
    requests.incrementAndGet();
    requestCame();
  }

  /** A request that began is over. */
  public void requestEnds() {
    touch();
    requests.decrementAndGet();
  }

  /** Something is read or written, or is about to be. */
  public void touch() {
    activeNanos = watch.now();
  }

  /** Closes it in its container's way. */
  public void close() {
    closer.close(/* onlyIdle= */ false, () -> true);
  }

  /** It was closed, by either side; further calls do nothing. */
  public void closed() {
    if (stage != Stage.CLOSED) {
      watch.closed(this);
    }
  }

  void tryClose(boolean onlyIdle, BooleanSupplier claim) {
    closer.close(onlyIdle, claim);
  }

  /** Whether it is of a visit under way, and is not closed for being silent with others. */
  boolean isSpared() {
    return isSpared;
  }

  /** The network of its client; {@link Verdict#NO_VISIT} if it is not known. */
  long network() {
    return network;
  }

  Stage stage() {
    return stage;
  }

  /** Since when it is at its stage. */
  long stageNanos() {
    return stageNanos;
  }

  /** Under the watch's lock. */
  void belongTo(long known) {
    visit = known;
  }

  /** Its visit; {@link Verdict#NO_VISIT} before that is known. */
  long visit() {
    return visit;
  }

  /** Under the watch's lock. */
  void comeTo(Stage next, long nowNanos) {
    stage = next;
    stageNanos = nowNanos;
  }

  /** When something happened on it last. */
  long activeNanos() {
    return activeNanos;
  }

  /** Whether a request is being served for which {@link #requestEnds} will follow. */
  public boolean isServing() {
    return requests.get() > 0;
  }
}
