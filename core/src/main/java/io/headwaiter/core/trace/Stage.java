package io.headwaiter.core.trace;

/**
 * What a connection does at an instant, as its server sees it. A server is not told when a
 * connection entered the listener's backlog, so the first stage begins when it is accepted.
 */
public enum Stage {
  /** The connection is open, and no byte of its client waits: there is no request. */
  IDLE("idle"),
  /** Bytes have come, and no worker has begun to read them. */
  QUEUED("queued"),
  /** A handshake that negotiated a new session, from its first step to its last. */
  FULL_HANDSHAKE("fullHandshake"),
  /** A handshake that resumed an earlier session. */
  RESUMED_HANDSHAKE("resumedHandshake"),
  /** A handshake that has not ended: the client or the server closed the connection. */
  FAILED_HANDSHAKE("failedHandshake"),
  /** A request without service: it is read and parsed, or the end of its reply is sent. */
  REQUEST("request"),
  /** The service of a request: the servlet runs, or waits. */
  SERVICE("service");

  private final String label;

  Stage(String label) {
    this.label = label;
  }

  /** Returns its name in files, which does not change. */
  public String label() {
    return label;
  }
}
