package io.headwaiter.front.supply;

/** The purposes of the process's CPU time. Every part is measured by the clocks of threads. */
enum CpuAccount {
  /** Accepting, reading hellos, verifying and refusing. */
  FRONT("front"),
  /** The control thread: meters and controller. */
  CONTROL("control"),
  /** Handshakes: full, resumed and failed, and the finished steps of those under way. */
  HANDSHAKES("handshakes"),
  /** The container's adapter and what is behind it. */
  REQUESTS("requests"),
  /** The rest of the turns of work: TLS records, parsing, frames. */
  CONNECTIONS("connections"),
  /** Courtesy pages with their handshakes. */
  COURTESY("courtesy"),
  /** The first requests, handshakes and turns of their kinds: class loading, compiling JSPs. */
  FIRST_USES("firstUses"),
  /** Collecting garbage. */
  GC("gc"),
  /** Compiling. */
  JIT("jit"),
  /** The container's selector, where it has a thread of its own. */
  POLLER("poller"),
  /**
   * Worker threads outside of turns, and in turns that have not ended: taking work from the queue,
   * waking up, a selector that runs on them. Less than 0 over an interval if long turns that end in
   * it enter more time than the threads used in it.
   */
  WORKERS("workers"),
  /** All other threads: timers, the admin endpoint, the application's own. */
  OTHER("other");

  private final String key;

  CpuAccount(String key) {
    this.key = key;
  }

  /** Returns its name in {@code /status}. */
  String key() {
    return key;
  }

  /** Returns whether it is a part of {@code rest} in {@code /status}. */
  boolean isInRest() {
    return compareTo(POLLER) >= 0;
  }
}
