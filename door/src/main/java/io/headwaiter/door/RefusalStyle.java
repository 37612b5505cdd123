package io.headwaiter.door;

import java.util.Arrays;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The way in which a connection ends that the gate refuses. Immutable.
 *
 * <p>{@code docs/refusals.md} says how browsers and other clients react to each.
 *
 * @param kind the kind of end
 * @param alert the alert that is sent; null unless {@code kind} is {@link Kind#ALERT}
 */
public record RefusalStyle(Kind kind, @Nullable TlsAlert alert) {
  /** The kind of end. */
  public enum Kind {
    /** An orderly end of the TCP connection; nothing is sent. */
    CLOSE,
    /** A TCP reset. It is the cheapest, and leaves nothing of the connection on the server. */
    RESET,
    /** A fatal TLS alert, then an orderly end. */
    ALERT,
    /**
     * A TLS handshake and a courtesy page that says when to return, for as many as the budget for
     * it allows; an orderly end of the TCP connection for the others.
     */
    COURTESY
  }

  /** An orderly end of the TCP connection. */
  public static final RefusalStyle CLOSE = new RefusalStyle(Kind.CLOSE, null);

  /** A TCP reset. */
  public static final RefusalStyle RESET = new RefusalStyle(Kind.RESET, null);

  /** A courtesy page for some, an orderly end of the TCP connection for the others. */
  public static final RefusalStyle COURTESY = new RefusalStyle(Kind.COURTESY, null);

  /** The values that {@link #parse} accepts, as text for messages. */
  public static final String ALLOWED =
      "close, reset, courtesy or alert:NAME with NAME one of "
          + Arrays.stream(TlsAlert.values())
              .map(TlsAlert::alertName)
              .collect(Collectors.joining(", "));

  private static final String ALERT_PREFIX = "alert:";

  /** Checks that an alert is given for {@link Kind#ALERT}, and only for it. */
  public RefusalStyle {
    if ((kind == Kind.ALERT) != (alert != null)) {
      throw new IllegalArgumentException("An alert belongs to Kind.ALERT, got " + kind);
    }
  }

  /**
   * Parses {@code close}, {@code reset}, {@code courtesy} or {@code alert:NAME}, in upper or lower
   * case.
   *
   * @throws IllegalArgumentException if it is none of these; the message names the allowed values
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
