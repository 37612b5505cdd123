package io.headwaiter.tomcat;

import io.headwaiter.front.config.HeadwaiterSettings;
import io.headwaiter.tls.TicketKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.juli.logging.Log;
import org.apache.juli.logging.LogFactory;

/** Creates a connector's ticket keys from its options. */
final class TicketKeySetup {
  private static final Log log = LogFactory.getLog(TicketKeySetup.class);

  private TicketKeySetup() {}

  /**
   * Creates the keys and logs a description of them.
   *
   * @throws IllegalArgumentException with an explanatory message, if the key file cannot be used
   */
  static TicketKeys keys(HeadwaiterSettings settings) {
    TicketKeys keys = keys(settings.ticketKeyFile(), settings.ticketKeyRotationSeconds());
    log.info("Session tickets: " + keys);
    return keys;
  }

  private static TicketKeys keys(Optional<Path> file, int seconds) {
    if (file.isEmpty()) {
      return TicketKeys.generated(seconds, System::nanoTime, System::currentTimeMillis);
    }
    try {
      return TicketKeys.fromFile(file.get(), seconds, System::currentTimeMillis);
    } catch (IOException e) {
      // Suppressed, not the cause: a failed start shows the root cause, which must be this message.
      IllegalArgumentException wrong = new IllegalArgumentException(e.getMessage());
      wrong.addSuppressed(e);
      throw wrong;
    }
  }
}
