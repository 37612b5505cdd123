package io.headwaiter.cli;

import io.headwaiter.load.results.Handshakes;
import io.headwaiter.load.results.LoadResult;
import io.headwaiter.load.results.Percentiles;
import io.headwaiter.load.results.SessionCounts;
import java.io.PrintWriter;
import java.util.Locale;

/** The outcome of a load, for people: aligned rows with units, and one sentence. */
final class LoadReport {
  private static final String NO_HTTP_2 = "no-http2";

  private final LoadResult result;

  LoadReport(LoadResult result) {
    this.result = result;
  }

  /** Whether sessions began and not one request was answered. */
  boolean nothingServed() {
    return result.sessions().started() > 0 && result.replies().total() == 0;
  }

  void print(PrintWriter out) {
    SessionCounts sessions = result.sessions();
    row(out, "sessions", "%,d offered, %,d came back", sessions.offered(), sessions.cameBack());
    row(
        out,
        "",
        "%,d completed, %,d refused, %,d timed out before entry, %,d broken, %,d unfinished",
        sessions.completed(),
        sessions.refused(),
        sessions.timedOutBeforeEntry(),
        sessions.broken(),
        sessions.unfinished());
    row(
        out,
        "per second",
        "%.2f offered, %.2f completed; %.1f replies",
        result.offeredPerSecond(),
        result.completedPerSecond(),
        result.repliesPerSecond());
    times(out, "response", result.responseMillis());
    times(out, "handshake", result.handshakeMillis());
    Handshakes handshakes = result.handshakes();
    row(
        out,
        "handshakes",
        "%,d full, %,d resumed, %,d failed",
        handshakes.full(),
        handshakes.resumed(),
        handshakes.failed());
    row(out, "errors", "%s", errors());
    row(
        out,
        "generator",
        "%.0f %% of a core, requests late by %.1f ms (99 of 100)",
        100 * result.generator().cpuShare(),
        result.generator().schedulingLagMillis().p99());
    out.println();
    out.println(sentence());
    out.flush();
  }

  private String errors() {
    String kinds = result.errorsInWords();
    return kinds.isEmpty() ? "none" : kinds;
  }

  private String sentence() {
    SessionCounts sessions = result.sessions();
    if (result.errorsByKind().containsKey(LoadResult.CERTIFICATE_REFUSED)) {
      return "The server's certificate is not trusted, or is for another name: give it with --ca,"
          + " or --insecure for a server of your own.";
    }
    if (result.errorsByKind().containsKey(NO_HTTP_2)) {
      return "The server does not speak HTTP/2: leave --http 2 out, or switch it on at the server.";
    }
    if (nothingServed()) {
      return "Nothing was served: no request of "
          + sessions.started()
          + " sessions was answered. Is the target right, and does the server run?";
    }
    String text =
        String.format(
            Locale.ROOT,
            "%,d of %,d sessions completed.",
            sessions.completed(),
            sessions.started());
    return result.generator().generatorSaturated()
        ? text + " The load generator was at its limits: " + result.generator().rule()
        : text;
  }

  private static void times(PrintWriter out, String name, Percentiles p) {
    if (p.count() == 0) {
      row(out, name, "none");
    } else {
      row(
          out,
          name,
          "p50 %.1f ms, p90 %.1f ms, p99 %.1f ms, longest %.1f ms",
          p.p50(),
          p.p90(),
          p.p99(),
          p.max());
    }
  }

  private static void row(PrintWriter out, String name, String format, Object... values) {
    out.printf(Locale.ROOT, "%-12s%s%n", name, String.format(Locale.ROOT, format, values));
  }
}
