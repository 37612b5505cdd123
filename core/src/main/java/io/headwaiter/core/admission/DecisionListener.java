package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;
import org.jspecify.annotations.Nullable;

/**
 * Receives every admission and refusal when it is counted, on the thread that made it, mostly the
 * door's. An implementation must neither block nor throw, and must be cheap.
 */
public interface DecisionListener {
  /** A listener that does nothing. */
  DecisionListener NONE = new DecisionListener() {};

  /** A connection was admitted. */
  default void admitted(Entry entry) {}

  /**
   * A connection was refused.
   *
   * @param entry the kind under which it would have been admitted; null if that was not known
   */
  default void refused(RefusalReason reason, @Nullable Entry entry) {}

  /** Shadow mode admits a connection that would have been refused. */
  default void wouldRefuse(RefusalReason reason, Entry entry) {}
}
