package io.headwaiter.tuning;

import io.headwaiter.core.pool.profile.PoolSizes;
import io.headwaiter.core.pool.profile.ProcessorUse;
import io.headwaiter.core.profile.RequestProfile;
import java.io.IOException;

/** A server with readable counters and with pools that can be resized from outside. */
public interface TunedServer {
  /**
   * The counters of a server since its start.
   *
   * @param requests requests by type
   * @param busySum sum of the samples of busy worker threads
   * @param samples number of samples
   * @param processorNanos processor time of its process without the compiler's, at least 0
   * @param compilerNanos processor time of its compiler, which is temporary; at least 0
   * @param processors number of processors that it may use; 0 if unknown
   * @param host stolen and idle time of the processors; null if unknown
   */
  record Reading(
      RequestProfile requests,
      double busySum,
      long samples,
      double processorNanos,
      double compilerNanos,
      double processors,
      HostTime host) {
    /** Returns the use of the processors since an earlier reading. */
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

    /** Returns the mean number of busy threads since an earlier reading; 0 without samples. */
    double threadsBusySince(Reading earlier) {
      long count = samples - earlier.samples;
      return count <= 0 ? 0 : (busySum - earlier.busySum) / count;
    }
  }

  /** Sets the pools' sizes. */
  void resize(PoolSizes sizes) throws IOException;

  /** Reads the counters. */
  Reading read() throws IOException;
}
