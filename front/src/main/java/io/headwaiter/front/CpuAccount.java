package io.headwaiter.front;

/** What CPU time of the process is spent on. Every part is measured by the clocks of threads. */
enum CpuAccount {
  /** Accepting, reading hellos, verifying and refusing. */
  FRONT("front"),
  /** The control thread: meters and controller. */
  CONTROL("control"),
  /** Handshakes: full, resumed and given up. */
  HANDSHAKES("handshakes"),
  /** In the hands of the container's adapter and what is behind it. */
  REQUESTS("requests"),
  /** The rest of the turns of work: records of TLS, parsing, frames. */
  CONNECTIONS("connections"),
  /** Courtesy pages with their handshakes. */
  COURTESY("courtesy"),
  /** First requests, handshakes and turns of their kinds: class loading, compiled JSPs. */
  FIRST_USES("firstUses"),
  /** Collecting garbage. */
  GC("gc"),
  /** Compiling. */
  JIT("jit"),
  /** The container's selector, where it has a thread of its own. */
  POLLER("poller"),
  /**
   * Worker threads outside of turns, and in turns that have not ended: taking work from the queue,
   * waking up, a selector that runs on them. Less than 0 over an interval in which more was entered
   * at the end of long turns than began.
   */
  WORKERS("workers"),
  /** All other threads: timers, the admin endpoint, the application's own. */
  OTHER("other");

  private final String key;

  CpuAccount(String key) {
    this.key = key;
  }

  /** Its name in {@code /status}. */
  String key() {
    return key;
  }

  /** Whether it is a part of what {@code /status} calls the rest. */
  boolean isInRest() {
    return compareTo(POLLER) >= 0;
  }
}
