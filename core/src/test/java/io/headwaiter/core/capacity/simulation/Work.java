package io.headwaiter.core.capacity.simulation;

/** One turn of work on a connection. */
final class Work {
  /** What the turn is for. */
  enum Kind {
    FULL_HANDSHAKE,
    RESUMED_HANDSHAKE,
    /** A full handshake whose client is not there any more. */
    ABANDONED_HANDSHAKE,
    REQUEST
  }

  final Kind kind;
  final Visit visit;
  final double cpuNanos;
  final long queuedNanos;
  double finishAt;

  Work(Kind kind, Visit visit, double cpuNanos, long queuedNanos) {
    this.kind = kind;
    this.visit = visit;
    this.cpuNanos = cpuNanos;
    this.queuedNanos = queuedNanos;
  }

  /** A customer from the first connection to the last reply. */
  static final class Visit {
    int requestsToCome;
    final long beganNanos;
    long askedNanos;
    // Nobody let it in here: its session is of another day, or of another server.
    boolean foreign;
    boolean falseClaim;
    // Its first handshake is still to come, and resumes a session of an earlier day.
    boolean returns;
    // Nobody had looked that session up.
    boolean unseen;

    Visit(int requests, long beganNanos, long nowNanos) {
      this.requestsToCome = requests;
      this.beganNanos = beganNanos;
      this.askedNanos = nowNanos;
    }
  }
}
