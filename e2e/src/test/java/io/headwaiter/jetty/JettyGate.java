package io.headwaiter.jetty;

import io.headwaiter.core.admission.AdmissionGate;

/** Lets tests publish policies to a connector's gate. */
public final class JettyGate {
  private JettyGate() {}

  /** Returns the gate of a connector that has been started. */
  public static AdmissionGate of(HeadwaiterConnector connector) {
    return connector.gate();
  }
}
