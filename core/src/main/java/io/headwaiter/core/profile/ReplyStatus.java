package io.headwaiter.core.profile;

/** Classifies the status of a reply (RFC 9110, section 15). */
public final class ReplyStatus {
  private static final int REDIRECT_LEAST = 300;
  private static final int NOT_MODIFIED = 304;
  private static final int FAILED_LEAST = 400;

  private ReplyStatus() {}

  /** Whether the request was not served: 400 and more. */
  public static boolean isFailed(int status) {
    return status >= FAILED_LEAST;
  }

  /**
   * Whether the reply sends the client to another address: 300 to 399 except 304, which means that
   * the client already has the page. A redirect from a page mostly means "sign in first", for any
   * address; a redirect from a form is the usual way of success.
   */
  public static boolean isRedirect(int status) {
    return status >= REDIRECT_LEAST && status < FAILED_LEAST && status != NOT_MODIFIED;
  }
}
