package io.headwaiter.load;

import static io.headwaiter.load.OptionChecks.HOUR_MILLIS;

/**
 * The behaviour of a customer during a visit.
 *
 * @param thinkMeanMillis mean think time before scaling, exponential, truncated at ten means
 * @param thinkScale factor on every think time
 * @param patienceMillis the longest a customer waits for one page, connecting included; 0 for no
 *     limit
 * @param newConnectionPerRequest whether each request gets a connection of its own
 * @param burstRequests successive interactions pipelined on one connection before thinking
 * @param httpVersion version of HTTP that customers speak
 * @param imageConnections parallel connections for what a page embeds, with HTTP/2 parallel
 *     streams; 0 asks for nothing embedded
 * @param cachedShare probability that a customer was here before and has in the cache what pages
 *     embed
 * @param onFailure reaction of the customer to a failure
 * @param retryDelayMillis pause before a retry or a return, and before a closed population's client
 *     starts its next visit after a failed one
 * @param retrySpread largest deviation of one pause, as a part of it: uniform within {@code
 *     retryDelay * (1 ± spread)}
 * @param maxRetries retries of one visit, or successive returns of one customer
 */
public record VisitOptions(
    long thinkMeanMillis,
    double thinkScale,
    long patienceMillis,
    boolean newConnectionPerRequest,
    int burstRequests,
    HttpVersion httpVersion,
    int imageConnections,
    double cachedShare,
    OnFailure onFailure,
    long retryDelayMillis,
    double retrySpread,
    int maxRetries) {
  private static final int MOST_CONNECTIONS = 16;
  private static final int MOST_STREAMS = 100;

  /** Checks the values; the messages name option, value, range and remedy. */
  public VisitOptions {
    OptionChecks.millisRange("thinkMean", thinkMeanMillis, 0, HOUR_MILLIS);
    OptionChecks.range("thinkScale", thinkScale, 0, 100);
    if (patienceMillis != 0) {
      OptionChecks.millisRange("patience", patienceMillis, 10, HOUR_MILLIS);
    }
    OptionChecks.range("burstRequests", burstRequests, 1, 32);
    OptionChecks.given("httpVersion", httpVersion);
    boolean streams = httpVersion == HttpVersion.HTTP_2;
    int most = streams ? MOST_STREAMS : MOST_CONNECTIONS;
    OptionChecks.range("imageConnections", imageConnections, 0, most);
    OptionChecks.range("cachedShare", cachedShare, 0, 1);
    OptionChecks.given("onFailure", onFailure);
    OptionChecks.millisRange("retryDelay", retryDelayMillis, 0, HOUR_MILLIS);
    OptionChecks.range("retrySpread", retrySpread, 0, 1);
    OptionChecks.range("maxRetries", maxRetries, 0, 100);
    if (streams && (newConnectionPerRequest || burstRequests > 1)) {
      throw new IllegalArgumentException(
          "with HTTP/2 a visit has one connection, on which it asks for one page at a time."
              + " Leave newConnectionPerRequest and burstRequests out, or choose HTTP/1.1.");
    }
    if (newConnectionPerRequest && burstRequests > 1) {
      throw new IllegalArgumentException(
          "burstRequests is "
              + burstRequests
              + " together with newConnectionPerRequest; a burst shares one connection."
              + " Set burstRequests to 1, or keep connections alive.");
    }
  }
}
