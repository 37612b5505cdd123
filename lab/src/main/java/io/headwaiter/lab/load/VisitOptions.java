package io.headwaiter.lab.load;

/**
 * The behaviour of a customer during a visit.
 *
 * @param thinkMeanMillis mean think time before scaling, exponential, truncated at ten means
 * @param thinkScale factor on every think time
 * @param patienceMillis the longest a customer waits for one page, connecting included
 * @param newConnectionPerRequest whether each request gets a connection of its own
 * @param burstRequests successive interactions pipelined on one connection before thinking
 * @param imageConnections parallel connections for a page's images; 0 asks for no images
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
    int imageConnections,
    OnFailure onFailure,
    long retryDelayMillis,
    double retrySpread,
    int maxRetries) {}
