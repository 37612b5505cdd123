package io.headwaiter.tomcat;

import io.headwaiter.front.HeadwaiterSettings;
import io.headwaiter.tls.TicketKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.juli.logging.Log;
import org.apache.juli.logging.LogFactory;
import org.apache.tomcat.util.net.SSLHostConfig;

/** Makes the ticket keys that a connector's options ask for. */
final class TicketKeySetup {
  private static final Log log = LogFactory.getLog(TicketKeySetup.class);

  private TicketKeySetup() {}

  /**
   * @throws IllegalArgumentException with a sentence, if the key file is not as it must be
   */
  static TicketKeys keys(HeadwaiterSettings settings, SSLHostConfig... hosts) {
    int seconds = rotationSeconds(settings.ticketKeyRotationSeconds(), hosts);
    TicketKeys keys = keys(settings.ticketKeyFile(), seconds);
    log.info("Session tickets: " + keys);
    return keys;
  }

  private static TicketKeys keys(Optional<Path> file, int seconds) {
    if (file.isEmpty()) {
      return TicketKeys.generated(seconds, System::currentTimeMillis);
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

  /**
   * A key opens tickets for two periods. With sessions that end before, the door would believe
   * tickets that the engine does not resume: the period is at most half of the shortest timeout.
   */
  static int rotationSeconds(int asked, SSLHostConfig... hosts) {
    int seconds = asked;
    for (SSLHostConfig host : hosts) {
      seconds = Math.min(seconds, BoringsslTomcatContext.sessionTimeoutSeconds(host) / 2);
    }
    seconds = Math.max(1, seconds);
    if (seconds < asked) {
      log.info(
          "Ticket keys change every "
              + seconds
              + " s instead of "
              + asked
              + ", because a TLS host has a sessionTimeout of"
              + " less than twice that");
    }
    return seconds;
  }
}
