package io.headwaiter.load.workload;

import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;

/**
 * Customers of any site that know only its paths: a visit is a number of requests, each for one of
 * the pages, all with the same probability. Every good status counts as the page. Immutable and
 * thread-safe.
 *
 * <p>The length of a visit is either fixed or geometric: with mean m it continues after each
 * request with probability {@code 1 - 1/m}, so {@code P(length = k) = (1 - 1/m)^(k-1) / m} for k
 * from 1, drawn by inversion, {@code k = 1 + floor(ln(1 - u) / ln(1 - 1/m))}. With m = 8 a draw of
 * u = 0.5 makes {@code 1 + floor(-0.693 / -0.134) = 6} requests. It ends after {@link
 * #MOST_REQUESTS} at the latest, which lowers a mean of 100 by less than 0.005 %.
 *
 * @param meanRequests mean length of a visit in requests, 1 to 100; a fixed length is a whole
 *     number, 1 to 1000
 * @param fixedLength whether all visits have that length
 * @param pages targets (path and query) to choose from, 1 to 100, no two the same
 * @param embedded what pages embed; a visit requests each file once, as a browser with a cache
 *     does, if it fetches images at all
 */
public record PlainWorkload(
    double meanRequests, boolean fixedLength, List<String> pages, PageFiles embedded)
    implements Workload {
  /** The largest number of requests in a visit. */
  public static final int MOST_REQUESTS = 1000;

  private static final int MOST_MEAN_REQUESTS = 100;
  private static final int MOST_PAGES = 100;

  /**
   * Checks lengths and targets.
   *
   * @throws IllegalArgumentException with a message on what is wrong, what is allowed and what to
   *     do
   */
  public PlainWorkload {
    int most = fixedLength ? MOST_REQUESTS : MOST_MEAN_REQUESTS;
    boolean whole = !fixedLength || meanRequests == Math.rint(meanRequests);
    if (!(meanRequests >= 1 && meanRequests <= most) || !whole) {
      throw new IllegalArgumentException(
          "The length of a visit is %s requests; allowed is %s from 1 to %d. Give that."
              .formatted(
                  meanRequests,
                  fixedLength ? "a whole number" : "a mean (of a geometric length)",
                  most));
    }
    pages = Targets.checked("page", pages, 1, MOST_PAGES);
  }

  /** The same with assets that every page embeds. */
  public PlainWorkload(
      double meanRequests, boolean fixedLength, List<String> pages, List<String> assets) {
    this(meanRequests, fixedLength, pages, PageFiles.all(assets));
  }

  @Override
  public Customer newCustomer(RandomGenerator random) {
    return new Plain(this, length(random), random);
  }

  private int length(RandomGenerator random) {
    if (fixedLength || meanRequests == 1) {
      return (int) meanRequests;
    }
    double more = Math.log1p(-random.nextDouble()) / Math.log1p(-1 / meanRequests);
    return (int) Math.min(MOST_REQUESTS, 1 + Math.floor(more));
  }

  /** One visit. Not thread-safe. */
  private static final class Plain implements Customer {
    private final PlainWorkload workload;
    private final RandomGenerator random;
    private int left;
    private List<String> embedded = List.of();

    private Plain(PlainWorkload workload, int length, RandomGenerator random) {
      this.workload = workload;
      this.left = length;
      this.random = random;
    }

    @Override
    public Optional<Step> next(long elapsedNanos) {
      if (left == 0) {
        return Optional.empty();
      }
      left--;
      int page = random.nextInt(workload.pages.size());
      String target = workload.pages.get(page);
      int query = target.indexOf('?');
      String path = query < 0 ? target : target.substring(0, query);
      return Optional.of(new Step(new RecordedPage(target, path, page, "GET"), target));
    }

    @Override
    public boolean read(Interaction asked, byte[] page, int length) {
      PageFiles files = workload.embedded;
      embedded =
          files.read()
              ? EmbeddedFiles.of(workload.pages.get(asked.number()), page, length)
              : files.of(asked.number());
      return true; // the right content of a user's pages is unknown
    }

    @Override
    public List<String> images() {
      return embedded;
    }
  }
}
