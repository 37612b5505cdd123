package io.headwaiter.front;

import io.headwaiter.core.capacity.Resource;

/**
 * Shows what is in use of a pool that requests take from: worker threads, connections to a
 * database. Asked every 50 ms from the control thread, so it must not block.
 */
public interface ResourceGauge {
  /** What is pooled. */
  Resource resource();

  /** Units there can be; below 1 if that is not known, and then nothing else is asked. */
  int capacity();

  /** Units there may become without anybody's doing; those there can be now, unless it grows. */
  default int limit() {
    return capacity();
  }

  /** Units in use now. */
  int busy();

  /** Who waits for a unit now. */
  int waiting();
}
