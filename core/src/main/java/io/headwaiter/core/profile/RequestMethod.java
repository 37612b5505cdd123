package io.headwaiter.core.profile;

import java.util.Set;

/** Classifies HTTP methods by whether a request can be repeated. */
public final class RequestMethod {
  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
  private static final Set<String> CHANGING = Set.of("POST", "PUT", "PATCH", "DELETE");

  private RequestMethod() {}

  /** Whether a method changes nothing (RFC 9110, section 9.2.1). */
  public static boolean isSafe(String method) {
    return SAFE.contains(method);
  }

  /** Whether a method changes data and is one of which examples are kept. */
  public static boolean isChanging(String method) {
    return CHANGING.contains(method);
  }
}
