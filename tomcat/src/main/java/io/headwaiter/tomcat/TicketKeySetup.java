package io.headwaiter.tomcat;

import io.headwaiter.front.HeadwaiterSettings;
import io.headwaiter.tls.TicketKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.juli.logging.Log;
import org.apache.juli.logging.LogFactory;

/** Makes the ticket keys that a connector's options ask for. */
final class TicketKeySetup {
  private static final Log log = LogFactory.getLog(TicketKeySetup.class);

  private TicketKeySetup() {}

  /**
   * @throws IllegalArgumentException with a sentence, if the key file is not as it must be
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
      // Not as the cause: what a failed start shows is the root, and that must be the sentence.
      IllegalArgumentException wrong = new IllegalArgumentException(e.getMessage());
      wrong.addSuppressed(e);
      throw wrong;
    }
  }
}
