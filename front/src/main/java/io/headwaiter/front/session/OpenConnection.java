package io.headwaiter.front.session;

import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.trace.Stage;
import java.net.InetAddress;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An admitted connection, as {@link ConnectionWatch} sees it. Its container reports what happens on
 * it. Thread-safe.
 */
public final class OpenConnection {
  /** What its deadlines depend on. */
  enum Phase {
    HANDSHAKE,
    FIRST_REQUEST,
    SERVED,
    CLOSED
  }

  /** How the container closes a connection that the watch has chosen. */
  @FunctionalInterface
  public interface Closer {
    /**
     * Closes the connection if no thread works on it and {@code claim} is true. The claim is asked
     * once and last, because something may have happened since the connection was chosen.
     *
     * <p>If a thread works on it, nothing happens, and the watch tries again later.
     *
     * @param onlyIdle whether the connection must be between two requests, if its protocol has such
     *     times
     */
    void close(boolean onlyIdle, BooleanSupplier claim);

    /**
     * Ends reading and writing, so that a worker that waits for the client goes on and fails. Does
     * nothing in a container that reports no such workers.
     */
    default void cut() {}
  }

  private final ConnectionWatch watch;
  private final ConnectionTrace trace;
  private final Closer closer;
  private final boolean isSpared;
  private final @Nullable InetAddress client;
  private final long network;
  private final AtomicInteger requests = new AtomicInteger();
  private volatile long activeNanos;
  private volatile long handshakeDoneNanos;
  // Null before the handshake is done, and if the visit is not known.
  private volatile @Nullable SessionUse part;
  // All three are written under the watch's lock.
  private volatile Phase phase = Phase.HANDSHAKE;
  private volatile long phaseNanos;
  private volatile long visit = SessionLookup.NO_VISIT;

  /**
   * @param isSpared whether {@link ConnectionWatch#boundSilence} exempts it
   * @param client its address; null if it is not known
   * @param network source network of its client; {@link SessionLookup#NO_VISIT} if it is not known
   */
  OpenConnection(
      ConnectionWatch watch,
      ConnectionTrace trace,
      Closer closer,
      boolean isSpared,
      @Nullable InetAddress client,
      long network,
      long nowNanos) {
    this.watch = watch;
    this.trace = trace;
    this.closer = closer;
    this.isSpared = isSpared;
    this.client = client;
    this.network = network;
    this.activeNanos = nowNanos;
    this.handshakeDoneNanos = nowNanos;
    this.phaseNanos = nowNanos;
  }

  /**
   * Records that its handshake is done.
   *
   * @param sessionUse its visit; null if it is not known which one it is
   * @param resumed whether it has resumed an earlier session
   * @return whether it may stay open; else the caller closes it: its visit has too many, or it was
   *     closed meanwhile
   */
  public boolean handshakeDone(@Nullable SessionUse sessionUse, boolean resumed) {
    part = sessionUse;
    handshakeDoneNanos = watch.now();
    trace.handshakeDone(resumed);
    return watch.handshakeDone(
        this, sessionUse == null ? SessionLookup.NO_VISIT : sessionUse.accountName());
  }

  /**
   * Records that a thread begins to work on it; {@link #turnEnds} follows on the same thread.
   *
   * @param waitedNanos how long the work has waited for the thread
   */
  public void turnBegins(long waitedNanos) {
    trace.turnBegins(waitedNanos);
  }

  /** Records that the thread has ended its work. */
  public void turnEnds() {
    trace.turnEnds();
  }

  /** Returns its number since the start, from 1. */
  public long number() {
    return trace.number();
  }

  /** Returns whether its handshake, with which its client got tickets, was at least so long ago. */
  public boolean isOlderThan(long nanos) {
    return watch.now() - handshakeDoneNanos >= nanos;
  }

  /** Returns whether its first request has come. */
  public boolean hasHadRequest() {
    return phase == Phase.SERVED;
  }

  /**
   * Records a request that no {@link #requestEnds} will follow, because its container knows the end
   * by itself.
   */
  public void requestCame() {
    if (phase == Phase.FIRST_REQUEST) {
      watch.firstRequestCame(this);
      SessionUse known = part;
      if (known != null) {
        known.requestCame();
      }
    }
  }

  /** Records a request; {@link #requestEnds} will follow, on any thread. */
  public void requestBegins() {
    requests.incrementAndGet();
    requestCame();
  }

  /** Records the end of a request that began. */
  public void requestEnds() {
    touch();
    requests.decrementAndGet();
  }

  /** Records that its client has closed or broken it. */
  public void clientLeaves() {
    trace.clientLeaves();
  }

  /** Records that something is read or written, or is about to be. */
  public void touch() {
    activeNanos = watch.now();
  }

  /** Closes it in its container's way. */
  public void close() {
    closer.close(/* onlyIdle= */ false, () -> true);
  }

  /** Records that either side has closed it; further calls do nothing. */
  public void closed() {
    if (phase != Phase.CLOSED) {
      watch.closed(this);
    }
  }

  /** Notes that a worker begins or ends to wait for the client. */
  void workerWaits(ClientPace pace, boolean waits) {
    watch.slowClients().note(pace, waits);
  }

  /** Notes that a worker is to be sampled while it serves a request, or that it has ended. */
  void workerIsSampled(ClientPace pace, boolean isServed) {
    watch.slowClients().sample(pace, isServed);
  }

  /** Takes a worker away that has waited for the client, and charges the visit for its time. */
  void cutForSlowness(long owedNanos) {
    SessionUse known = part;
    if (known != null) {
      known.heldWorker(owedNanos);
    }
    closer.cut();
  }

  /** Returns what represents its visit by identity: the connection itself if it is unknown. */
  public Object holder() {
    SessionUse known = part;
    return known == null ? this : known.holder();
  }

  void tryClose(boolean onlyIdle, BooleanSupplier claim) {
    closer.close(onlyIdle, claim);
  }

  /**
   * Returns whether it is of a visit under way, and exempt from {@link
   * ConnectionWatch#boundSilence}.
   */
  boolean isSpared() {
    return isSpared;
  }

  /** Returns the address of its client; null if it is not known. */
  @Nullable InetAddress client() {
    return client;
  }

  /** Returns the network of its client; {@link SessionLookup#NO_VISIT} if it is not known. */
  long network() {
    return network;
  }

  Phase phase() {
    return phase;
  }

  /** Returns since when it is in its phase. */
  long phaseNanos() {
    return phaseNanos;
  }

  /** Sets its visit, under the watch's lock. */
  public void belongTo(long known) {
    visit = known;
  }

  /** Returns its visit; {@link SessionLookup#NO_VISIT} before that is known. */
  long visit() {
    return visit;
  }

  /** Sets its phase, under the watch's lock. */
  void comeTo(Phase next, long nowNanos) {
    if (next == Phase.SERVED) {
      trace.firstRequestCame(nowNanos);
    }
    phase = next;
    phaseNanos = nowNanos;
  }

  /**
   * Reports its end for a trace.
   *
   * @param last the phase before it
   * @param cause why the watch closes it; null if it does not
   */
  void ends(Phase last, @Nullable String cause) {
    Stage stage = last == Phase.HANDSHAKE ? Stage.FAILED_HANDSHAKE : Stage.IDLE;
    trace.closed(isServing() ? Stage.SERVICE : stage, cause);
  }

  /** Returns when something happened on it last. */
  long activeNanos() {
    return activeNanos;
  }

  /** Returns whether a request is being served for which {@link #requestEnds} will follow. */
  public boolean isServing() {
    return requests.get() > 0;
  }
}
