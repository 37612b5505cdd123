package io.headwaiter.baseline;

import com.netflix.concurrency.limits.Limit;
import com.netflix.concurrency.limits.limit.FixedLimit;
import com.netflix.concurrency.limits.limit.Gradient2Limit;
import com.netflix.concurrency.limits.limit.VegasLimit;
import com.netflix.concurrency.limits.limit.WindowedLimit;
import com.netflix.concurrency.limits.limiter.SimpleLimiter;
import java.util.Locale;
import org.apache.catalina.Context;
import org.apache.tomcat.util.descriptor.web.FilterDef;
import org.apache.tomcat.util.descriptor.web.FilterMap;

/**
 * Netflix's concurrency limiter in front of a context's servlets: bounds how many requests they
 * serve at a time. The limits are the library's own, with its default parameters. A request over
 * the limit gets 503 after the server has paid for handshake and request, as with the library's own
 * servlet filter (which answers 429).
 */
public final class ConcurrencyLimiter {
  private static final String FIXED = "fixed:";

  private final Limit limit;
  private final int initialLimit;

  private ConcurrencyLimiter(Limit limit) {
    this.limit = limit;
    this.initialLimit = limit.getLimit();
  }

  /**
   * Returns a limiter by name.
   *
   * @param name {@code gradient2} (averaged over windows of a second, as in the library's
   *     documentation), {@code vegas} (the library's default) or {@code fixed:N}, N at least 1
   * @throws IllegalArgumentException with a sentence, if there is none of this name
   */
  public static ConcurrencyLimiter of(String name) {
    return switch (name.toLowerCase(Locale.ROOT)) {
      case "gradient2" ->
          new ConcurrencyLimiter(WindowedLimit.newBuilder().build(Gradient2Limit.newDefault()));
      case "vegas" -> new ConcurrencyLimiter(VegasLimit.newDefault());
      default -> new ConcurrencyLimiter(FixedLimit.of(fixed(name)));
    };
  }

  private static int fixed(String name) {
    String number =
        name.regionMatches(/* ignoreCase= */ true, 0, FIXED, 0, FIXED.length())
            ? name.substring(FIXED.length())
            : "";
    // Nine digits fit into an int, and no limit needs to be larger.
    if (!number.matches("[0-9]{1,9}") || Integer.parseInt(number) < 1) {
      throw new IllegalArgumentException(
          "the limiter must be gradient2, vegas or fixed:N with N at least 1, got " + name + ".");
    }
    return Integer.parseInt(number);
  }

  /** Returns how many requests the servlets may serve at a time, now. */
  public int limit() {
    return limit.getLimit();
  }

  /** Returns the first value of {@link #limit}. */
  public int initialLimit() {
    return initialLimit;
  }

  /**
   * Puts the limiter in front of all servlets of a context; call it before the context starts.
   *
   * @return the filter, for inspection
   */
  public ConcurrencyLimitFilter install(Context context) {
    ConcurrencyLimitFilter filter =
        new ConcurrencyLimitFilter(SimpleLimiter.newBuilder().limit(limit).build());
    FilterDef definition = new FilterDef();
    definition.setFilterName("concurrency-limit");
    definition.setFilter(filter);
    definition.setAsyncSupported("true");
    context.addFilterDef(definition);
    FilterMap everything = new FilterMap();
    everything.setFilterName(definition.getFilterName());
    everything.addURLPattern("/*");
    // No other dispatcher: a request that is dispatched again counts only the first time.
    everything.setDispatcher("REQUEST");
    context.addFilterMapBefore(everything);
    return filter;
  }
}
