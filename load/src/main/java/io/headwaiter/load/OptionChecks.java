package io.headwaiter.load;

import java.net.URI;
import java.time.Duration;

/** Checks options. The messages name the value, the allowed values and the remedy. */
final class OptionChecks {
  static final long HOUR_MILLIS = 3_600_000;

  private OptionChecks() {}

  static void target(URI target) {
    String scheme = target.getScheme();
    boolean known = "https".equalsIgnoreCase(scheme) || "http".equalsIgnoreCase(scheme);
    int port = target.getPort();
    if (!known || target.getHost() == null || port == 0 || port > 65_535) {
      throw new IllegalArgumentException(
          "The target is "
              + target
              + "; it must be an https or http URL with a host and a port from 1 to 65535."
              + " Write it like https://localhost:8443.");
    }
    if (target.getUserInfo() != null) {
      throw new IllegalArgumentException(
          "The target has a user name, which nobody would send. Leave only scheme, host and port.");
    }
    String path = target.getPath();
    if (path != null && !path.isEmpty() && !path.equals("/")) {
      throw new IllegalArgumentException(
          "The target "
              + target
              + " has the path "
              + path
              + "; the workload brings its own paths. Leave only scheme, host and port.");
    }
  }

  static void given(String option, Object value) {
    if (value == null) {
      throw new IllegalArgumentException(
          option + " is null; it needs a value. Leave the call out to get the default.");
    }
  }

  static void range(String option, long value, long least, long most) {
    if (value < least || value > most) {
      throw outside(option, String.valueOf(value), String.valueOf(least), String.valueOf(most));
    }
  }

  static void range(String option, double value, double least, double most) {
    if (!(value >= least && value <= most)) {
      throw outside(option, String.valueOf(value), String.valueOf(least), String.valueOf(most));
    }
  }

  /** Returns a time in milliseconds, rounded up; the range is checked elsewhere. */
  static long millis(String option, Duration value) {
    given(option, value);
    long millis = value.toMillis();
    return value.compareTo(Duration.ofMillis(millis)) > 0 ? millis + 1 : millis;
  }

  static void millisRange(String option, long value, long least, long most) {
    range(option, Duration.ofMillis(value), Duration.ofMillis(least), Duration.ofMillis(most));
  }

  static void range(String option, Duration value, Duration least, Duration most) {
    given(option, value);
    if (value.compareTo(least) < 0 || value.compareTo(most) > 0) {
      throw outside(option, text(value), text(least), text(most));
    }
  }

  private static String text(Duration duration) {
    long millis = duration.toMillis();
    return millis % 1000 == 0 ? millis / 1000 + " s" : millis + " ms";
  }

  private static IllegalArgumentException outside(
      String option, String value, String least, String most) {
    return new IllegalArgumentException(
        option
            + " is "
            + value
            + "; allowed is "
            + least
            + " to "
            + most
            + ". Give a value in that range.");
  }
}
