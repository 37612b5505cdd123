package io.headwaiter.core.profile;

/** What the status of a reply says of a request, as RFC 9110, 15, has it. */
public final class ReplyStatus {
  private static final int REDIRECT_LEAST = 300;
  private static final int NOT_MODIFIED = 304;
  private static final int FAILED_LEAST = 400;

  private ReplyStatus() {}

  /** Whether it was not served: 400 and more. */
  public static boolean isFailed(int status) {
    return status >= FAILED_LEAST;
  }

  /**
   * Whether the client is sent somewhere else: 300 to 399 without 304, which is the page itself, at
   * the client's already. What a server answers so to a page is mostly "sign in first", for any
   * address at all; and to a form it is the usual way of success.
   */
  public static boolean isRedirect(int status) {
    return status >= REDIRECT_LEAST && status < FAILED_LEAST && status != NOT_MODIFIED;
  }
}
