package io.headwaiter.apps;

import java.io.Serial;

/**
 * A page that cannot be served as requested, with an HTTP status and one sentence for the customer.
 * It has no stack trace: it is an answer, not a defect, and a flood of bad requests must be cheap.
 */
public final class PageError extends RuntimeException {
  @Serial private static final long serialVersionUID = 1L;

  private final int status;

  private PageError(int status, String sentence) {
    super(sentence, null, false, false);
    this.status = status;
  }

  /** Returns a 400: a parameter is missing or out of range; the sentence says what is allowed. */
  public static PageError badRequest(String sentence) {
    return new PageError(400, sentence);
  }

  /** Returns a 403: nickname and password do not match. */
  public static PageError forbidden(String sentence) {
    return new PageError(403, sentence);
  }

  /** Returns a 404: the request is well-formed, but the thing does not exist. */
  public static PageError notFound(String sentence) {
    return new PageError(404, sentence);
  }

  /**
   * Returns a 409: the request is well-formed, but the state of the shop forbids it now (sold out,
   * nickname taken).
   */
  public static PageError conflict(String sentence) {
    return new PageError(409, sentence);
  }

  /** Returns the HTTP status, 400 to 499. */
  public int status() {
    return status;
  }

  String title() {
    return switch (status) {
      case 400 -> "This request cannot be understood";
      case 403 -> "Nickname or password is wrong";
      case 404 -> "Not found";
      default -> "Not possible any more";
    };
  }
}
