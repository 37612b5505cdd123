package io.headwaiter.baseline;

import io.headwaiter.core.trace.StageTotals;

/** A connector that can trace its connections. */
public interface TracedConnector {
  /** Returns the stages of the connections that have ended; null if they are not traced. */
  StageTotals stageTotals();
}
