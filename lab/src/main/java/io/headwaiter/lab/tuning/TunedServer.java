package io.headwaiter.lab.tuning;

import io.headwaiter.core.pool.PoolSizes;
import io.headwaiter.core.profile.RequestProfile;
import java.io.IOException;

/** A server whose pools can be sized from outside, and that tells what it does. */
public interface TunedServer {
  /**
   * What it has done since its start.
   *
   * @param requests by type
   * @param busySum samples of how many worker threads are busy, summed up
   * @param samples how many
   */
  record Reading(RequestProfile requests, double busySum, long samples) {
    /** Threads busy on average since an earlier reading; 0 if there was no sample. */
    double threadsBusySince(Reading earlier) {
      long count = samples - earlier.samples;
      return count <= 0 ? 0 : (busySum - earlier.busySum) / count;
    }
  }

  /** Sets the pools' sizes. */
  void resize(PoolSizes sizes) throws IOException;

  /** What it tells now. */
  Reading read() throws IOException;
}
