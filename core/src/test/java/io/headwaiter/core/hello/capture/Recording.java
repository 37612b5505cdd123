package io.headwaiter.core.hello.capture;

/**
 * What one connection sent before the server answered, and how the server's handshake ended. The
 * outcome is the server's own knowledge and owes nothing to the parser under test.
 */
final class Recording {
  private final byte[] firstFlight;
  private volatile String outcome = "failed handshake";

  Recording(byte[] firstFlight) {
    this.firstFlight = firstFlight;
  }

  byte[] firstFlight() {
    return firstFlight.clone();
  }

  void handshaken(String protocol, boolean resumed) {
    outcome = (resumed ? "resumed " : "full ") + protocol + " handshake";
  }

  String outcome() {
    return outcome;
  }

  boolean resumed() {
    return outcome.startsWith("resumed");
  }

  @Override
  public String toString() {
    return firstFlight.length + " bytes, " + outcome;
  }
}
