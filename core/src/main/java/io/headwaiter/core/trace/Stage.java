package io.headwaiter.core.trace;

import java.util.Locale;

/**
 * What a connection does at an instant, as its server sees it, from its acceptance on: a server is
 * not told when a connection entered the listener's backlog. Timelines, traces, figures and reports
 * use these names. Not every observer sees all of them: who does not look into a stage counts its
 * time to the one around it.
 */
public enum Stage {
  /** The connection is open, and no byte of its client waits: there is no request. */
  IDLE("idle"),
  /** Its ClientHello has not come as a whole, or is not decided on. */
  HELLO("hello"),
  /** Its claim to resume a session is looked up. */
  VERIFICATION("verification"),
  /** It is a new visit in the waiting room. */
  WAITING("waiting"),
  /** Bytes have come, and no worker has begun to read them. */
  QUEUE("queue"),
  /** A handshake that negotiated a new session, from its first step to its last. */
  FULL_HANDSHAKE("fullHandshake"),
  /** A handshake that resumed an earlier session. */
  RESUMED_HANDSHAKE("resumedHandshake"),
  /** A handshake that has not ended: the client or the server closed the connection. */
  FAILED_HANDSHAKE("failedHandshake"),
  /** A request without service: it is read and parsed, or the end of its reply is sent. */
  REQUEST("request"),
  /** The service of a request: the application runs, or waits. */
  SERVICE("service"),
  /** Its request waits for a database connection. */
  CONNECTION_WAIT("connectionWait"),
  /** The service of a request that has a database connection. */
  SERVICE_WITH_CONNECTION("serviceWithConnection"),
  /** Its reply is sent. */
  WRITE("write");

  private final String label;

  Stage(String label) {
    this.label = label;
  }

  /** Returns its name in files, which does not change. */
  public String label() {
    return label;
  }

  /** Returns its name for people, for example {@code full handshake}. */
  public String words() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }
}
