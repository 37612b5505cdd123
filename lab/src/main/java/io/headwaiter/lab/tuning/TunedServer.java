package io.headwaiter.lab.tuning;

import io.headwaiter.core.pool.PoolSizes;
import io.headwaiter.core.pool.ProcessorUse;
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
   * @param processorNanos processor time of its process without the compiler's, at least 0
   * @param compilerNanos that of its compiler, which will be done one day; at least 0
   * @param processors how many it may use; 0 if it does not tell
   * @param host what the processors did besides; null if nobody knows
   */
  record Reading(
      RequestProfile requests,
      double busySum,
      long samples,
      double processorNanos,
      double compilerNanos,
      double processors,
      HostTime host) {
    /** What the processors did since an earlier reading. */
    ProcessorUse processorsSince(Reading earlier) {
      double span = requests.since(earlier.requests).spanNanos();
      double nanos = processorNanos - earlier.processorNanos;
      if (span <= 0 || nanos <= 0 || processors <= 0) {
        return ProcessorUse.UNKNOWN;
      }
      double compiling = Math.max(0, compilerNanos - earlier.compilerNanos) / span;
      return hostSince(earlier).use(nanos / span, compiling, processors);
    }

    private HostTime hostSince(Reading earlier) {
      return host == null || earlier.host == null || host.nanos() <= earlier.host.nanos()
          ? HostTime.UNKNOWN
          : host.since(earlier.host);
    }

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
