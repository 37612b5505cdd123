package io.headwaiter.door;

import io.headwaiter.core.admission.Verdict;
import io.headwaiter.core.hello.ResumptionClaim;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.BiConsumer;

/**
 * Looks claims up beside the door's loop, because the session caches of JSSE have one lock each
 * that handshakes take too; with a verifier that is quick, on the loop's thread. A look-up that
 * fails counts as not known.
 */
final class VerifierThread {
  private static final System.Logger LOG = System.getLogger(VerifierThread.class.getName());

  private final SessionVerifier verifier;
  private final BiConsumer<Visitor, Verdict> answer;
  private final BlockingQueue<Visitor> queue;
  private final LogLimiter limiter = new LogLimiter();
  private final Thread thread;
  private volatile boolean stopping;

  VerifierThread(
      String name, SessionVerifier verifier, int queueMax, BiConsumer<Visitor, Verdict> answer) {
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

  /** Whether claims are looked up by {@link #verdict}, on the caller's thread. */
  boolean isQuick() {
    return verifier.isQuick();
  }

  /**
   * Queues a claim; false if there is no room. The visitor's claim and name must not change any
   * more.
   */
  boolean submit(Visitor visitor) {
    return queue.offer(visitor);
  }

  /** Tells the verifier of a connection: {@link SessionVerifier#letIn}. */
  void letIn(Verdict verdict) {
    verifier.letIn(verdict);
  }

  /** Whether the visit may have one more connection. */
  boolean hasRoom(Verdict verdict) {
    return verifier.hasRoom(verdict);
  }

  void stop() {
    stopping = true;
    thread.interrupt();
  }

  private void run() {
    try {
      while (!stopping) {
        Visitor visitor = queue.take();
        ResumptionClaim claim = visitor.claim;
        if (claim != null) {
          answer.accept(visitor, verdict(claim, visitor.serverName));
        }
      }
    } catch (InterruptedException e) {
      LOG.log(System.Logger.Level.DEBUG, "The verifier was asked to stop", e);
    }
  }

  /** Looks a claim up, on the caller's thread. */
  Verdict verdict(ResumptionClaim claim, String serverName) {
    try {
      return verifier.verify(claim, serverName);
    } catch (RuntimeException | Error e) {
      // An Error too: without this thread every later claim would wait for its deadline.
      limiter.log(
          LOG, "Looking up a resumed session failed; it counts as new", e, System.nanoTime());
      return Verdict.UNKNOWN;
    }
  }
}
