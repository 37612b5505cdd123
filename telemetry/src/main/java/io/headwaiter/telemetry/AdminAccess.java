package io.headwaiter.telemetry;

import com.sun.net.httpserver.Headers;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Which clients the admin endpoint answers. Without a token, programs of this machine: it listens
 * on a loopback address, and the Host that is asked must be a loopback one too, since a page of
 * another site can have its own name lead here (DNS rebinding), and a browser would ask for it.
 * With a token, clients that send it as {@code Authorization: Bearer TOKEN}, which no page can.
 *
 * <p>Immutable.
 */
public final class AdminAccess {
  private static final String SCHEME = "Bearer ";
  private static final Pattern LOOPBACK_HOST =
      Pattern.compile("(?i)(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");

  // Null without one.
  private final byte[] token;

  private AdminAccess(byte[] token) {
    this.token = token;
  }

  /**
   * For an endpoint at an address.
   *
   * @param token what every client must send; empty for none
   * @throws IllegalArgumentException with a sentence, if other machines can ask at the address and
   *     there is no token
   */
  public static AdminAccess at(InetAddress address, String token) {
    if (!token.isEmpty()) {
      return new AdminAccess(token.getBytes(StandardCharsets.ISO_8859_1));
    }
    if (!address.isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "The admin endpoint would listen on "
              + address.getHostAddress()
              + ", where other machines can ask it, and has no token. Set adminToken, best as the"
              + " environment variable HEADWAITER_ADMIN_TOKEN, and let those who ask send"
              + " \"Authorization: Bearer TOKEN\"; or leave adminAddress at 127.0.0.1.");
    }
    return new AdminAccess(null);
  }

  /** Whether only clients that have a token are answered. */
  boolean asksForToken() {
    return token != null;
  }

  /** Why a request is not answered, in a sentence; empty if it may be. */
  Optional<String> refusal(Headers headers) {
    if (token != null) {
      return hasToken(headers)
          ? Optional.empty()
          : Optional.of("This wants the header Authorization: Bearer TOKEN with the adminToken.");
    }
    return isLoopbackHost(headers)
        ? Optional.empty()
        : Optional.of("This is for programs on this machine: ask 127.0.0.1 or localhost.");
  }

  private boolean hasToken(Headers headers) {
    String sent = headers.getFirst("Authorization");
    return sent != null
        && sent.regionMatches(/* ignoreCase= */ true, 0, SCHEME, 0, SCHEME.length())
        && MessageDigest.isEqual(
            token, sent.substring(SCHEME.length()).strip().getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Whether the Host of a request is a name of this machine that no other site can have. */
  static boolean isLoopbackHost(Headers headers) {
    String host = headers.getFirst("Host");
    return host != null && LOOPBACK_HOST.matcher(host).matches();
  }
}
