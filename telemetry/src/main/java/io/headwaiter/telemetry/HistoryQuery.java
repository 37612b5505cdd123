package io.headwaiter.telemetry;

/**
 * The part of the history that a client asks for, and its resolution.
 *
 * @param seconds how far back, from 1 to 3600
 * @param stepSeconds intervals that ended within this time are merged into one row; 0 gives each
 *     interval a row
 */
record HistoryQuery(int seconds, double stepSeconds) {
  /** Maximum number of rows that are sent. */
  static final int ROWS_MAX = 7200;

  private static final int SECONDS_MAX = 3600;
  private static final int SECONDS_UNSET = 60;
  // Up to this time every interval is shown, unless the query sets a step.
  private static final int FINE_SECONDS_MAX = 300;
  private static final double STEP_MIN = 0.1;

  /**
   * Parses the query part of a URL.
   *
   * @param query may be null
   * @throws IllegalArgumentException with an explanatory message if anything is wrong
   */
  static HistoryQuery parse(String query) {
    String seconds = null;
    String step = null;
    for (String part : query == null || query.isEmpty() ? new String[0] : query.split("&", -1)) {
      int equals = part.indexOf('=');
      String name = equals < 0 ? part : part.substring(0, equals);
      String value = equals < 0 ? "" : part.substring(equals + 1);
      if (name.equals("seconds") && seconds == null) {
        seconds = value;
      } else if (name.equals("step") && step == null) {
        step = value;
      } else {
        throw new IllegalArgumentException(
            "The history takes seconds= and step=, each once at most.");
      }
    }
    int back = seconds == null ? SECONDS_UNSET : seconds(seconds);
    double fine = back <= FINE_SECONDS_MAX ? 0 : 1;
    HistoryQuery parsed = new HistoryQuery(back, step == null ? fine : step(step));
    parsed.checkRows(parsed.stepSeconds == 0 ? 0 : parsed.seconds / parsed.stepSeconds);
    return parsed;
  }

  /** Throws an IllegalArgumentException with an explanatory message if this is too many rows. */
  void checkRows(double rows) {
    if (rows > ROWS_MAX) {
      throw new IllegalArgumentException(
          "That would be "
              + (long) rows
              + " rows and at most "
              + ROWS_MAX
              + " are sent. Ask for fewer seconds= or a longer step=; with step=1 an hour fits.");
    }
  }

  private static int seconds(String value) {
    double number = number(value);
    if (!(number >= 1 && number <= SECONDS_MAX) || number != Math.rint(number)) {
      throw new IllegalArgumentException(
          "seconds is how far back to go: a whole number from 1 to " + SECONDS_MAX + ".");
    }
    return (int) number;
  }

  private static double step(String value) {
    double number = number(value);
    if (number != 0 && !(number >= STEP_MIN && number <= SECONDS_MAX)) {
      throw new IllegalArgumentException(
          "step is how many seconds one row stands for: from "
              + STEP_MIN
              + " to "
              + SECONDS_MAX
              + ", or 0 for a row for each interval.");
    }
    return number;
  }

  private static double number(String value) {
    try {
      return Double.parseDouble(value);
    } catch (NumberFormatException e) {
      return Double.NaN; // outside of every range
    }
  }
}
