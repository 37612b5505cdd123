package io.headwaiter.door;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * How somebody whom the gate refuses is sent away. Immutable.
 *
 * <p>{@code docs/refusals.md} says what browsers and other clients make of each.
 *
 * @param kind what is done
 * @param alert what is said; null unless {@code kind} is {@link Kind#ALERT}
 */
public record RefusalStyle(Kind kind, TlsAlert alert) {
  /** What is done. */
  public enum Kind {
    /** An orderly end of the TCP connection, without a word. */
    CLOSE,
    /** A TCP reset. The cheapest, and nothing of the connection stays behind on the server. */
    RESET,
    /** A fatal TLS alert, then an orderly end. */
    ALERT,
    /**
     * A TLS handshake and a small page that says when to come back, for as many as the budget for
     * it allows; an orderly end of the TCP connection for the others.
     */
    COURTESY
  }

  /** An orderly end of the TCP connection. */
  public static final RefusalStyle CLOSE = new RefusalStyle(Kind.CLOSE, null);

  /** A TCP reset. */
  public static final RefusalStyle RESET = new RefusalStyle(Kind.RESET, null);

  /** A page for some, an orderly end of the TCP connection for the others. */
  public static final RefusalStyle COURTESY = new RefusalStyle(Kind.COURTESY, null);

  /** The values that {@link #parse} understands, in words. */
  public static final String ALLOWED =
      "close, reset, courtesy or alert:NAME with NAME one of "
          + Arrays.stream(TlsAlert.values())
              .map(TlsAlert::alertName)
              .collect(Collectors.joining(", "));

  private static final String ALERT_PREFIX = "alert:";

  /** Checks that there is an alert where one is needed, and only there. */
  public RefusalStyle {
    if ((kind == Kind.ALERT) != (alert != null)) {
      throw new IllegalArgumentException("An alert belongs to Kind.ALERT, got " + kind);
    }
  }

  /**
   * Reads {@code close}, {@code reset}, {@code courtesy} or {@code alert:NAME}, in any case of
   * letters.
   *
   * @throws IllegalArgumentException that names what is allowed if it is none of these
   */
  public static RefusalStyle parse(String text) {
    String style = text.trim().toLowerCase(Locale.ROOT);
    if (style.equals("close")) {
      return CLOSE;
    }
    if (style.equals("reset")) {
      return RESET;
    }
    if (style.equals("courtesy")) {
      return COURTESY;
    }
    for (TlsAlert alert : TlsAlert.values()) {
      if (style.equals(ALERT_PREFIX + alert.alertName())) {
        return new RefusalStyle(Kind.ALERT, alert);
      }
    }
    throw new IllegalArgumentException(
        "\"" + text + "\" is no refusal style; allowed is " + ALLOWED);
  }
}
