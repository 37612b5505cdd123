package io.headwaiter.front.session;

import io.headwaiter.front.session.OpenConnection.Phase;
import java.util.Locale;

/** Why an admitted connection was closed. */
public enum CloseCause {
  HANDSHAKE_DEADLINE(Phase.HANDSHAKE, Phase.HANDSHAKE),
  FIRST_REQUEST_DEADLINE(Phase.FIRST_REQUEST, Phase.FIRST_REQUEST),
  VISIT_CONNECTIONS(Phase.HANDSHAKE, Phase.HANDSHAKE),
  IDLE(Phase.HANDSHAKE, Phase.SERVED),
  SLOW_CLIENT(Phase.SERVED, Phase.SERVED);

  private final Phase first;
  private final Phase last;

  CloseCause(Phase first, Phase last) {
    this.first = first;
    this.last = last;
  }

  /** Returns whether connections in this phase are closed for this cause. */
  boolean isOf(Phase phase) {
    return phase.compareTo(first) >= 0 && phase.compareTo(last) <= 0;
  }

  /** Returns the name that {@code /status} shows. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
