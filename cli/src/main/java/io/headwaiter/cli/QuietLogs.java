package io.headwaiter.cli;

import io.headwaiter.front.control.RefusalLog;
import java.util.logging.Level;
import java.util.logging.Logger;

/** What {@code serve} leaves of the log: warnings, and when refusing begins and ends. */
final class QuietLogs {
  // Kept here: java.util.logging forgets the level of a logger that nobody holds.
  private static final Logger ALL = Logger.getLogger("");
  private static final Logger REFUSALS = Logger.getLogger(RefusalLog.class.getName());

  private QuietLogs() {}

  /** Sets the levels, unless the user has set up logging. */
  static void begin() {
    if (System.getProperty("java.util.logging.config.file") == null
        && System.getProperty("java.util.logging.config.class") == null) {
      ALL.setLevel(Level.WARNING);
      REFUSALS.setLevel(Level.INFO);
    }
  }
}
