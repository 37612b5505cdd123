package io.headwaiter.load;

import io.netty.handler.codec.http.cookie.ClientCookieDecoder;
import io.netty.handler.codec.http.cookie.Cookie;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The cookies that a server set in one visit. A visit is to one application, so paths and domains
 * are ignored. Bounded, whatever the server sends. Belongs to one event loop.
 */
final class CookieJar {
  private static final int COOKIES_MAX = 30;
  private static final int COOKIE_CHARS_MAX = 4096;

  private final Map<String, String> cookies = new LinkedHashMap<>(2);
  private String header = "";

  /** Takes the value of a Set-Cookie header; ignores an invalid or too long one. */
  void take(String setCookie) {
    Cookie cookie = ClientCookieDecoder.LAX.decode(setCookie);
    if (cookie == null) {
      return;
    }
    // A cookie is kept to the end of the visit; an age of 0 or less removes it.
    if (cookie.maxAge() != Cookie.UNDEFINED_MAX_AGE && cookie.maxAge() <= 0) {
      cookies.remove(cookie.name());
    } else if (cookie.name().length() + cookie.value().length() <= COOKIE_CHARS_MAX
        && (cookies.size() < COOKIES_MAX || cookies.containsKey(cookie.name()))) {
      cookies.put(cookie.name(), cookie.wrap() ? '"' + cookie.value() + '"' : cookie.value());
    }
    header = written();
  }

  private String written() {
    if (cookies.isEmpty()) {
      return "";
    }
    StringBuilder line = new StringBuilder();
    cookies.forEach((name, value) -> line.append(name).append('=').append(value).append("; "));
    line.setLength(line.length() - 2);
    return line.toString();
  }

  /** Returns the value of the Cookie header to send; empty without cookies. */
  String header() {
    return header;
  }
}
