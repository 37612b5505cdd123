package io.headwaiter.lab.experiment.caching;

/** How long a request has a connection. */
public enum CachingPolicy {
  /** Until the page closes it. */
  TRANSACTION("transaction", "transaction"),
  /** To the end of the request, however long others wait. */
  REQUEST("request", "request-always"),
  /** As the server has learned. */
  ADAPTIVE("adaptive", "adaptive");

  private final String label;
  private final String knob;

  CachingPolicy(String label, String knob) {
    this.label = label;
    this.knob = knob;
  }

  /** Its name for the reader. */
  public String label() {
    return label;
  }

  /** Its name for a served shop. */
  public String knob() {
    return knob;
  }
}
