package io.headwaiter.cli;

import io.headwaiter.front.ConnectorRuntime;
import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;
import java.util.stream.Stream;

/**
 * What {@code serve} leaves of the log: warnings, and our own lines but for those of the start,
 * which {@code serve} says in one sentence.
 */
final class QuietLogs {
  // Kept here: java.util.logging forgets the level of a logger that nobody holds.
  private static final List<Logger> QUIET =
      Stream.of(
              "org",
              "com",
              "io.agroal",
              ConnectorRuntime.START_LOG,
              "io.headwaiter.tomcat.TlsEngines",
              "io.headwaiter.tomcat.TicketKeySetup")
          .map(Logger::getLogger)
          .toList();

  private QuietLogs() {}

  /** Sets the levels, unless the user has set up logging. */
  static void begin() {
    if (System.getProperty("java.util.logging.config.file") == null
        && System.getProperty("java.util.logging.config.class") == null) {
      QUIET.forEach(log -> log.setLevel(Level.WARNING));
    }
  }
}
