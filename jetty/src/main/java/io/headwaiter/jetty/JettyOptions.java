package io.headwaiter.jetty;

import io.headwaiter.door.RefusalStyle;
import io.headwaiter.front.config.HeadwaiterOption;
import io.headwaiter.front.config.HeadwaiterSettings;
import java.util.List;

/** The options that do not work on Jetty. */
final class JettyOptions {
  private static final System.Logger LOG = System.getLogger(JettyOptions.class.getName());
  private static final List<HeadwaiterOption> WITHOUT_EFFECT =
      List.of(
          HeadwaiterOption.WORKER_TIMEOUT_MILLIS,
          HeadwaiterOption.WORKER_RETRY_AFTER_SECONDS,
          HeadwaiterOption.COURTESY_PER_SECOND,
          HeadwaiterOption.COURTESY_SHARE,
          HeadwaiterOption.COURTESY_RETRY_AFTER_SECONDS,
          HeadwaiterOption.TICKET_KEY_ROTATION_SECONDS);

  private JettyOptions() {}

  /**
   * Checks the options of a connector that starts, and warns of those that have no effect.
   *
   * @throws IllegalArgumentException with a sentence if an option asks for what Jetty cannot do
   */
  static void check(HeadwaiterSettings settings, int connectionsMax) {
    if (settings.door(connectionsMax).refusalStyle().kind() == RefusalStyle.Kind.COURTESY) {
      throw new IllegalArgumentException(
          "refusalStyle=courtesy is not for Jetty. Use close, reset or alert:NAME.");
    }
    if (!settings.warmUpPaths().isEmpty()) {
      throw new IllegalArgumentException(
          "warmUpPaths is not for Jetty, whose warm-up is of handshakes only. Remove it.");
    }
    if (settings.tls().equals("boringssl") || settings.ticketKeyFile().isPresent()) {
      throw new IllegalArgumentException(
          "tls=boringssl and ticketKeyFile are not for Jetty, whose engines are the JDK's here."
              + " Remove them, or use tls=jsse or tls=auto.");
    }
    warnings(settings).forEach(line -> LOG.log(System.Logger.Level.WARNING, line));
  }

  /** Returns a sentence for each option that is set and has no effect. */
  static List<String> warnings(HeadwaiterSettings settings) {
    return WITHOUT_EFFECT.stream()
        .filter(settings::isChanged)
        .map(option -> "Option " + option.optionName() + " has no effect on Jetty. Remove it.")
        .toList();
  }
}
