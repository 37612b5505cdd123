package io.headwaiter.sim.law;

/** In which of its two queues a turn waits for a worker. */
public enum WorkClass {
  /** The ordinary one. */
  FIRST,
  /**
   * Behind the others: its turns get the CPU time that turns of the first class leave, and {@link
   * Law#behindShare} while those leave none.
   */
  BEHIND
}
