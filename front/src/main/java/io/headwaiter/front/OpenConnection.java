package io.headwaiter.front;

import io.headwaiter.core.admission.Verdict;
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
     * <p>If somebody is at work on it nothing happens, and it is tried again later.
     */
    void close(BooleanSupplier claim);
  }

  private final ConnectionWatch watch;
  private final Closer closer;
  // Both are written under the watch's lock.
  private volatile Stage stage = Stage.HANDSHAKE;
  private volatile long stageNanos;
  private long visit = Verdict.NO_VISIT;

  OpenConnection(ConnectionWatch watch, Closer closer, long nowNanos) {
    this.watch = watch;
    this.closer = closer;
    this.stageNanos = nowNanos;
  }

  /**
   * Its handshake is done.
   *
   * @param stay its visit; null if nobody knows which one it is
   * @return whether it may stay open; else the caller closes it, as its visit has too many
   */
  public boolean handshakeDone(Visits.Stay stay) {
    return watch.handshakeDone(this, stay == null ? Verdict.NO_VISIT : stay.visit());
  }

  /** A request begins, whose head has come. */
  public void requestBegins() {
    if (stage == Stage.FIRST_REQUEST) {
      watch.firstRequestBegins(this);
    }
  }

  /** Closes it in its container's way. */
  public void close() {
    closer.close(() -> true);
  }

  /** It was closed, by whomever; further calls do nothing. */
  public void closed() {
    if (stage != Stage.CLOSED) {
      watch.closed(this);
    }
  }

  void tryClose(BooleanSupplier claim) {
    closer.close(claim);
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

  /** Its visit; {@link Verdict#NO_VISIT} before that is known. Under the watch's lock. */
  long visit() {
    return visit;
  }

  /** Under the watch's lock. */
  void comeTo(Stage next, long nowNanos) {
    stage = next;
    stageNanos = nowNanos;
  }
}
