package io.headwaiter.core.hello.capture;

/**
 * The bytes that one connection sent before the server answered, and the end of the server's
 * handshake. The outcome comes from the server and does not depend on the parser under test.
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
