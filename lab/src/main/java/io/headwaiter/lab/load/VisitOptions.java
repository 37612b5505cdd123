package io.headwaiter.lab.load;

/**
 * How a customer behaves during a visit.
 *
 * @param thinkMeanMillis mean think time before scaling, exponential, truncated at ten means
 * @param thinkScale factor on every think time
 * @param patienceMillis the longest a customer waits for one page, connecting included
 * @param newConnectionPerRequest whether each request gets a connection of its own
 * @param burstRequests successive interactions pipelined on one connection before thinking
 * @param imageConnections parallel connections for a page's images; 0 asks for no images
 * @param onFailure what the customer does when something fails
 * @param retryDelayMillis pause before a retry, and before a closed population's client starts its
 *     next session after a failed one
 * @param retrySpread how far the pause of one retry may be from it, as a part of it: uniform within
 *     {@code retryDelay * (1 ± spread)}
 * @param maxRetries retries of one session, or successive returns of one customer
 */
public record VisitOptions(
    long thinkMeanMillis,
    double thinkScale,
    long patienceMillis,
    boolean newConnectionPerRequest,
    int burstRequests,
    int imageConnections,
    OnFailure onFailure,
    long retryDelayMillis,
    double retrySpread,
    int maxRetries) {}
