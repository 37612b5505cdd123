package io.headwaiter.core.capacity;

/**
 * The CPU time of connections and requests beside what is measured for each of them: accepting and
 * reading the hello; polling, handing over to a worker, TLS records, parsing, collecting garbage. A
 * profile of the whole process includes it in the cost of handshakes and requests.
 *
 * <pre>
 *   o = (process - front - background - handshakes - requests - courtesy
 *          - first uses) / turns
 *   c = r + o * (turns - requests) / handshakes
 *   o  of a turn, and so of a request     c  of a connection, beside its handshake
 *   r  of accepting a connection and reading its hello
 * </pre>
 *
 * <p>All turns are taken to cost the same: the work of a poller and a queue for a turn does not
 * depend on its content. Worked number: 450 ms that no account claims in 3,750 turns: o = 0.12 ms.
 * 2,800 of them are requests and 450 connections begin with a handshake: c = 0.18 + 0.12 * 950 /
 * 450 = 0.43 ms.
 *
 * <p>Not thread-safe.
 */
final class Overheads {
  private static final double TAU_NANOS = 10e9;

  private final DecayingMean turn = new DecayingMean(0, 1);
  private final DecayingMean otherTurns = new DecayingMean(0, 1);

  /** Adds one interval. */
  void add(MeterSnapshot s) {
    double unclaimed =
        s.cpu().processNanos()
            - s.cpu().frontNanos()
            - s.cpu().backgroundNanos()
            - s.handshakes().fullCpuNanos()
            - s.handshakes().resumedCpuNanos()
            - s.handshakes().failedCpuNanos()
            - s.handshakes().underWayCpuNanos()
            - s.cpu().requestNanos()
            - s.cpu().courtesyNanos()
            - s.firstUseCpuNanos();
    double handshakes = s.handshakes().full() + s.handshakes().resumed() + s.handshakes().failed();
    turn.add(s.elapsedNanos(), TAU_NANOS, unclaimed, s.queue().turns());
    otherTurns.add(s.elapsedNanos(), TAU_NANOS, s.queue().turns() - s.requests(), handshakes);
  }

  /** Returns o, nanoseconds, at least 0. */
  double turnNanos() {
    return Math.max(0, turn.mean());
  }

  /**
   * Returns c, nanoseconds, at least 0.
   *
   * @param acceptNanos r
   */
  double connectionNanos(double acceptNanos) {
    return acceptNanos + turnNanos() * Math.max(0, otherTurns.mean());
  }
}
