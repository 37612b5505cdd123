package io.headwaiter.tls;

import java.nio.ByteBuffer;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLException;

/** What BoringSSL says to a hello. */
enum ServerAnswer {
  RESUMED,
  FULL,
  REFUSED;

  private static final int FLIGHT_BYTES_MAX = 64 * 1024;
  private static final int HANDSHAKE = 22;

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

  private static ByteBuffer flight(BoringsslEngine engine, byte[] hello) throws SSLException {
    ByteBuffer flight = ByteBuffer.allocate(FLIGHT_BYTES_MAX);
    engine.unwrap(ByteBuffer.wrap(hello), ByteBuffer.allocate(FLIGHT_BYTES_MAX));
    runTasks(engine);
    while (engine.getHandshakeStatus() == HandshakeStatus.NEED_WRAP) {
      engine.wrap(ByteBuffer.allocate(0), flight);
      runTasks(engine);
    }
    return flight;
  }

  private static void runTasks(BoringsslEngine engine) {
    for (Runnable task = engine.getDelegatedTask();
        task != null;
        task = engine.getDelegatedTask()) {
      task.run();
    }
  }
}
