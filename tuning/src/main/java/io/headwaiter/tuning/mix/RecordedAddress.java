package io.headwaiter.tuning.mix;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.regex.Pattern;

/** Converts a recorded address to the path and query to send. */
final class RecordedAddress {
  private static final int CHARS_MAX = 8000;
  // The id of a session that has ended.
  private static final Pattern SESSION = Pattern.compile("(?i);jsessionid=[^/?;]*");

  private RecordedAddress() {}

  /**
   * Returns path and query on a server; null if they cannot be sent as they are.
   *
   * @param target the server
   * @throws IllegalArgumentException if the address is invalid or on another server
   */
  static String on(URI target, String recorded) {
    String address = recorded.startsWith("/") ? recorded : withoutHost(target, recorded);
    address = SESSION.matcher(address).replaceAll("");
    boolean sendable =
        address.length() <= CHARS_MAX
            && address.chars().allMatch(c -> c > ' ' && c < 0x7f && c != '#');
    return sendable ? address : null;
  }

  private static String withoutHost(URI target, String recorded) {
    URI uri;
    try {
      uri = new URI(recorded);
    } catch (URISyntaxException e) {
      throw refused(recorded, "which is no address", e);
    }
    if (uri.getHost() == null) {
      throw refused(recorded, "which is no address", null);
    }
    boolean ours = uri.getHost().equalsIgnoreCase(target.getHost()) && port(uri) == port(target);
    if (!ours) {
      throw refused(recorded, "but the server is " + target.getAuthority(), null);
    }
    String path = uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
    return uri.getRawQuery() == null ? path : path + '?' + uri.getRawQuery();
  }

  private static int port(URI uri) {
    if (uri.getPort() >= 0) {
      return uri.getPort();
    }
    return "http".equalsIgnoreCase(uri.getScheme()) ? 80 : 443;
  }

  private static IllegalArgumentException refused(String recorded, String why, Exception cause) {
    return new IllegalArgumentException(
        "The mix asks for "
            + recorded
            + ", "
            + why
            + ". Nobody else is asked: write paths that begin with a slash, or take it out.",
        cause);
  }
}
