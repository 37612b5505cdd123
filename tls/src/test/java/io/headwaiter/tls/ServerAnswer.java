package io.headwaiter.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** A server's answer to a hello. In TLS 1.3 a hello that was changed has a wrong binder. */
enum ServerAnswer {
  /** The server resumes the session. */
  RESUMED,
  /** The server makes a full handshake. */
  FULL,
  /**
   * The server ends the connection: it would resume but the binder is wrong, or no handshake is
   * possible.
   */
  REFUSED;

  private static final int FLIGHT_BYTES_MAX = 64 * 1024;
  private static final int HANDSHAKE = 22;
  private static final String NOT_RESUMED = "Not resumption";

  static ServerAnswer to(BoringsslContext context, byte[] hello) {
    BoringsslEngine engine = context.newEngine();
    try {
      ByteBuffer flight = flight(engine, hello);
      if (flight.position() == 0 || flight.get(0) != HANDSHAKE) {
        return REFUSED;
      }
      return engine.isResumed() ? RESUMED : FULL;
    } catch (SSLException e) {
      return REFUSED;
    } finally {
      engine.release();
    }
  }

  /** Returns the answer of JSSE. Its engine may not create a session, and says so if it would. */
  static ServerAnswer ofJsse(SSLEngine engine, byte[] hello) {
    engine.setEnableSessionCreation(false);
    try {
      ByteBuffer flight = flight(engine, hello);
      if (flight.position() > 0 && flight.get(0) == HANDSHAKE) {
        return RESUMED;
      }
      // The next call throws what a task has thrown.
      engine.wrap(ByteBuffer.allocate(0), flight);
      return REFUSED;
    } catch (SSLException e) {
      return String.valueOf(e.getMessage()).contains(NOT_RESUMED) ? FULL : REFUSED;
    }
  }

  private static ByteBuffer flight(SSLEngine engine, byte[] hello) throws SSLException {
    ByteBuffer flight = ByteBuffer.allocate(FLIGHT_BYTES_MAX);
    engine.unwrap(ByteBuffer.wrap(hello), ByteBuffer.allocate(FLIGHT_BYTES_MAX));
    JsseTicketProbe.runTasks(engine);
    while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      engine.wrap(ByteBuffer.allocate(0), flight);
      JsseTicketProbe.runTasks(engine);
    }
    return flight;
  }
}
