package io.headwaiter.load;

import io.headwaiter.load.workload.Customer;
import io.headwaiter.load.workload.Mix;
import io.headwaiter.load.workload.Step;
import io.headwaiter.load.workload.ThinkTime;
import io.headwaiter.load.workload.Workload;
import java.io.IOException;
import java.util.Locale;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * The sessions of a run as a session log of httperf ({@code --wsesslog}), so that httperf makes the
 * same requests with the same think times as the load generator does with the same seed. Only for
 * customers that need no reply for their next request: those of the auction, and plain ones.
 */
public final class HttperfLog {
  private static final double NANOS_PER_SECOND = 1e9;
  // A customer that never leaves would fill the disk.
  private static final int REQUESTS_MAX = 10_000;
  private static final int SESSIONS_MAX = 1_000_000;

  private HttperfLog() {}

  /**
   * Writes the first sessions of a run: a line for each request, with the think time that follows
   * it in seconds, and an empty line after each session.
   *
   * @param options of the run
   * @param sessions how many, at least 1
   * @throws IllegalArgumentException with a sentence, if these customers cannot be written
   */
  public static void write(LoadOptions options, int sessions, Appendable out) throws IOException {
    check(options, sessions);
    RunPlan plan = new RunPlan(options, /* startNanos= */ 0, Workloads.of(options));
    for (int number = 0; number < sessions; number++) {
      write(plan.workload(), plan.random(number), plan.thinkTime(), out);
      out.append('\n');
    }
  }

  /**
   * Checks what {@link #write} needs, before its file is opened.
   *
   * @throws IllegalArgumentException with a sentence, if these customers cannot be written
   */
  public static void check(LoadOptions options, int sessions) {
    if (sessions < 1 || sessions > SESSIONS_MAX) {
      throw new IllegalArgumentException(
          "The number of sessions must be from 1 to %d, got %d.".formatted(SESSIONS_MAX, sessions));
    }
    if (options.workload() instanceof WorkloadOptions.Shop shop
        && shop.mix().site() != Mix.Site.AUCTION) {
      throw new IllegalArgumentException(
          "Customers of this shop need each reply for their next request, and httperf reads none."
              + " Use a workload of the auction, or plain.");
    }
    if (options.arrivals().kind() == ArrivalKind.CLOSED) {
      throw new IllegalArgumentException(
          "httperf begins sessions at a rate. Give --rate instead of --clients.");
    }
    VisitOptions visit = options.visit();
    if (visit.imageConnections() > 0
        || visit.burstRequests() > 1
        || visit.newConnectionPerRequest()
        || visit.httpVersion() != HttpVersion.HTTP_1_1) {
      throw new IllegalArgumentException(
          "A session of the log is one request after the other on one HTTP/1.1 connection. Leave out"
              + " --image-connections, --assets, --embedded, --burst, --new-connection-per-request and"
              + " --http 2.");
    }
  }

  private static void write(
      Workload workload, SplittableRandom random, ThinkTime think, Appendable out)
      throws IOException {
    random.nextDouble(); // whether its client resumes, which httperf decides for all
    Customer customer = workload.newCustomer(random);
    long elapsedNanos = 0;
    Optional<Step> step = customer.next(elapsedNanos);
    for (int requests = 0; step.isPresent() && requests < REQUESTS_MAX; requests++) {
      long nanos = think.nextNanos(random);
      elapsedNanos += nanos;
      out.append(step.get().target())
          .append(String.format(Locale.ROOT, " think=%.6f\n", nanos / NANOS_PER_SECOND));
      step = customer.next(elapsedNanos);
    }
  }
}
