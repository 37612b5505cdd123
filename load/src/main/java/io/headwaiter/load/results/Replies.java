package io.headwaiter.load.results;

/**
 * HTTP replies of the window, read to their end, by status.
 *
 * @param total all, images included
 * @param successful status 2xx
 * @param redirected status 3xx
 * @param clientErrors status 4xx
 * @param serverErrors status 5xx
 * @param images replies to requests for images; in the other counts too
 */
public record Replies(
    long total,
    long successful,
    long redirected,
    long clientErrors,
    long serverErrors,
    long images) {
  /** Returns the replies to requests for pages. */
  public long pages() {
    return total - images;
  }
}
