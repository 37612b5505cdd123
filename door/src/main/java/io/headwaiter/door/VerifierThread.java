package io.headwaiter.door;

import io.headwaiter.core.admission.SessionLookup;
import io.headwaiter.core.hello.ResumptionClaim;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Looks up claims beside the door's loop, because each session cache of JSSE has one lock, which
 * handshakes take too. A quick verifier runs on the loop's thread instead. If a look-up fails, the
 * session counts as unknown.
 */
final class VerifierThread {
  private static final System.Logger LOG = System.getLogger(VerifierThread.class.getName());

  private final SessionVerifier verifier;
  private final BiConsumer<PendingConnection, SessionLookup> answer;
  private final BlockingQueue<PendingConnection> queue;
  private final LogLimiter limiter = new LogLimiter();
  private final Thread thread;
  private volatile boolean stopping;

  VerifierThread(
      String name,
      SessionVerifier verifier,
      int queueMax,
      BiConsumer<PendingConnection, SessionLookup> answer) {
    this.verifier = verifier;
    this.answer = answer;
    this.queue = new ArrayBlockingQueue<>(queueMax);
    this.thread = new Thread(this::run, name);
    thread.setDaemon(true);
  }

  void start() {
    if (!isQuick()) {
      thread.start();
    }
  }

  long threadId() {
    return thread.getId();
  }

  /** Returns whether the caller is to look up claims by {@link #lookUp}, on its own thread. */
  boolean isQuick() {
    return verifier.isQuick();
  }

  /**
   * Queues a claim; false if the queue is full. From now on the connection's claim and server name
   * may only become null.
   */
  boolean submit(PendingConnection pending) {
    return queue.offer(pending);
  }

  /** Tells the verifier of an admission: {@link SessionVerifier#noteAdmitted}. */
  void noteAdmitted(SessionLookup lookup) {
    verifier.noteAdmitted(lookup);
  }

  /** Returns whether the visit may have one more connection. */
  boolean hasRoom(SessionLookup lookup) {
    return verifier.hasRoom(lookup);
  }

  void stop() {
    stopping = true;
    thread.interrupt();
  }

  private void run() {
    try {
      while (!stopping) {
        PendingConnection pending = queue.take();
        ResumptionClaim claim = pending.claim;
        if (claim != null) {
          answer.accept(pending, lookUp(claim, pending.serverName));
        }
      }
    } catch (InterruptedException e) {
      LOG.log(System.Logger.Level.DEBUG, "The verifier was asked to stop", e);
    }
  }

  /** Looks up a claim on the caller's thread. */
  SessionLookup lookUp(ResumptionClaim claim, @Nullable String serverName) {
    try {
      return verifier.verify(claim, serverName);
    } catch (RuntimeException | Error e) {
      // Catches errors too: without this thread every later claim would wait for its deadline.
      limiter.log(
          LOG, "Looking up a resumed session failed; it counts as new", e, System.nanoTime());
      return SessionLookup.UNKNOWN;
    }
  }
}
