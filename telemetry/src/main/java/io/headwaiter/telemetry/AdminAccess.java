package io.headwaiter.telemetry;

import com.sun.net.httpserver.Headers;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Decides which clients the admin endpoint answers. Without a token, it answers programs on this
 * machine: it listens on a loopback address, and the requested Host must be a loopback one too.
 * Otherwise a page of another site could make its own name resolve to this address (DNS rebinding),
 * and a browser would send its requests. With a token, it answers clients that send {@code
 * Authorization: Bearer TOKEN}, which no page can.
 *
 * <p>Immutable.
 */
public final class AdminAccess {
  private static final String SCHEME = "Bearer ";
  private static final Pattern LOOPBACK_HOST =
      Pattern.compile("(?i)(localhost|127(\\.\\d{1,3}){3}|\\[::1])(:\\d{1,5})?");

  // Null without one.
  private final byte @Nullable [] token;

  private AdminAccess(byte @Nullable [] token) {
    this.token = token;
  }

  /**
   * Returns the rules for an endpoint at an address.
   *
   * @param token token that every client must send; empty for none
   * @throws IllegalArgumentException with an explanatory message, if other machines can reach the
   *     address and there is no token
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

  /**
   * Checks that an endpoint without TLS listens where only programs of this machine can ask.
   *
   * @throws IllegalArgumentException with an explanatory message, if other machines can
   */
  public static void requireLoopback(InetAddress address) {
    if (!address.isLoopbackAddress()) {
      throw new IllegalArgumentException(
          "The admin endpoint would listen on "
              + address.getHostAddress()
              + " without TLS, so that others could read its token on the way. Set adminKeystore, a"
              + " PKCS12 file with a certificate and its key; or adminPlainHttp=true, if nobody else"
              + " can read that network; or leave adminAddress at 127.0.0.1.");
    }
  }

  /** Returns whether only clients that have a token are answered. */
  boolean asksForToken() {
    return token != null;
  }

  /** Returns why a request is not answered, as a sentence; empty if it may be. */
  Optional<String> refusal(Headers headers) {
    if (isFromOtherSite(headers)) {
      return Optional.of("Pages of other sites are not answered.");
    }
    if (token != null) {
      return hasToken(headers)
          ? Optional.empty()
          : Optional.of("This wants the header Authorization: Bearer TOKEN with the adminToken.");
    }
    return isLoopbackHost(headers)
        ? Optional.empty()
        : Optional.of("This is for programs on this machine: ask 127.0.0.1 or localhost.");
  }

  /**
   * Returns whether a browser says that a page of another site asks, also for a frame. It could
   * read no answer, but have the server make pages and keep dashboards open. A link that a user
   * follows is answered.
   */
  private static boolean isFromOtherSite(Headers headers) {
    String site = headers.getFirst("Sec-Fetch-Site");
    boolean isLink =
        "navigate".equals(headers.getFirst("Sec-Fetch-Mode"))
            && "document".equals(headers.getFirst("Sec-Fetch-Dest"));
    return site != null && site.endsWith("-site") && !isLink;
  }

  private boolean hasToken(Headers headers) {
    String sent = headers.getFirst("Authorization");
    return sent != null
        && sent.regionMatches(/* ignoreCase= */ true, 0, SCHEME, 0, SCHEME.length())
        && MessageDigest.isEqual(
            token, sent.substring(SCHEME.length()).strip().getBytes(StandardCharsets.ISO_8859_1));
  }

  /** Returns whether the Host of a request is a name of this machine that no site can have. */
  static boolean isLoopbackHost(Headers headers) {
    String host = headers.getFirst("Host");
    return host != null && LOOPBACK_HOST.matcher(host).matches();
  }
}
