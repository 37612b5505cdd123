package io.headwaiter.load.results;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The result of one run of the load generator in its measurement window.
 *
 * @param manifest description of the run
 * @param windowSeconds length of the window
 * @param offeredPerSecond sessions that arrived, per second
 * @param completedPerSecond sessions completed, per second
 * @param repliesPerSecond replies read, per second
 * @param completedPerSecondInterval 95 % interval of {@code completedPerSecond} from batch means
 * @param repliesPerSecondInterval 95 % interval of {@code repliesPerSecond} from batch means
 * @param sessions sessions by outcome
 * @param brokenAfterAdmission sessions that broke after admission, by reason and resumption
 * @param responseMillis response time of pages, from the instant the request was due
 * @param responseMillisByInteraction the same for each interaction asked for
 * @param handshakeMillis from the start of connecting to the end of the handshake, all kinds
 * @param fullHandshakeMillis the same, full handshakes
 * @param resumedHandshakeMillis the same, resumed handshakes
 * @param completedSessionRequests requests of completed sessions
 * @param completedSessionMillis time of completed sessions, from the instant they were due
 * @param connectionMillis time of connections that were open, from the start of connecting to their
 *     end, whoever ended them
 * @param handshakes handshakes by kind
 * @param replies replies by status
 * @param timeouts ends of patience
 * @param retries requests tried again within a session
 * @param staleReconnects connections opened again because the server had closed an idle one
 * @param errorsByKind every failure by name
 * @param perSecond the window by the second
 * @param generator whether the generator itself limited the run
 */
public record LoadResult(
    Manifest manifest,
    double windowSeconds,
    double offeredPerSecond,
    double completedPerSecond,
    double repliesPerSecond,
    Interval completedPerSecondInterval,
    Interval repliesPerSecondInterval,
    SessionCounts sessions,
    Broken brokenAfterAdmission,
    Percentiles responseMillis,
    Map<String, Percentiles> responseMillisByInteraction,
    Percentiles handshakeMillis,
    Percentiles fullHandshakeMillis,
    Percentiles resumedHandshakeMillis,
    Percentiles completedSessionRequests,
    Percentiles completedSessionMillis,
    Percentiles connectionMillis,
    Handshakes handshakes,
    Replies replies,
    Timeouts timeouts,
    long retries,
    long staleReconnects,
    Map<String, Long> errorsByKind,
    List<SecondBucket> perSecond,
    GeneratorHealth generator) {
  /** The kind of error of a client that does not trust the server's certificate. */
  public static final String CERTIFICATE_REFUSED = "certificate-refused";

  /** Returns the kinds of errors with their counts, in one line; empty if there were none. */
  public String errorsInWords() {
    return errorsByKind.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .map(e -> e.getKey() + " " + e.getValue())
        .collect(Collectors.joining(", "));
  }
}
