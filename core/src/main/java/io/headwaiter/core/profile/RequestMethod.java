package io.headwaiter.core.profile;

import java.util.Set;

/** What HTTP's methods mean for whoever would make a request again. */
public final class RequestMethod {
  private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS", "TRACE");
  private static final Set<String> CHANGING = Set.of("POST", "PUT", "PATCH", "DELETE");

  private RequestMethod() {}

  /** Whether a request changes nothing, by RFC 9110, section 9.2.1. */
  public static boolean isSafe(String method) {
    return SAFE.contains(method);
  }

  /** Whether it is one of those that change something and of which examples are kept. */
  public static boolean isChanging(String method) {
    return CHANGING.contains(method);
  }
}
