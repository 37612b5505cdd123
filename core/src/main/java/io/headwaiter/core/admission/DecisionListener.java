package io.headwaiter.core.admission;

import io.headwaiter.core.admission.Decision.Entry;

/**
 * Is told of every decision at the moment it is counted, on the thread that made it, the door's
 * mostly: it must neither block nor throw, and cost next to nothing.
 */
public interface DecisionListener {
  /** Takes no notice. */
  DecisionListener NONE = new DecisionListener() {};

  /** A connection was let in. */
  default void admitted(Entry entry) {}

  /**
   * A connection was refused.
   *
   * @param entry as what its visit would have come in; null if that was not known
   */
  default void refused(RefusalReason reason, Entry entry) {}

  /** Shadow mode lets a visit in that would have been refused. */
  default void wouldRefuse(RefusalReason reason, Entry entry) {}
}
