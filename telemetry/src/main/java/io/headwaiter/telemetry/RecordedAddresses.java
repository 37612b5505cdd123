package io.headwaiter.telemetry;

import static io.headwaiter.core.profile.RequestType.TYPES_MAX;

import io.headwaiter.core.profile.ReplyStatus;
import io.headwaiter.core.profile.RequestMethod;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * A sample of the addresses that customers requested, by request type, for replaying their visits.
 * Keeps nothing until {@link #keep} is called; then at most {@value
 * io.headwaiter.core.profile.RequestType#TYPES_MAX} types, created only by requests that did not
 * fail, and for each a limited number of addresses of limited length. Thread-safe.
 */
public final class RecordedAddresses {
  private static final int CHARS_MAX = 1000;

  private final Map<String, Type> types = new ConcurrentHashMap<>();
  private volatile int most;

  /**
   * Sets how many addresses are kept from now on.
   *
   * @param addresses number for each type, and as many of its requests that may have changed
   *     something; 0 deletes all and keeps none
   */
  public void keep(int addresses) {
    most = addresses;
    if (addresses == 0) {
      types.clear();
    }
  }

  /** Returns whether any are kept. */
  public boolean isOn() {
    return most > 0;
  }

  /**
   * Records a request that was answered.
   *
   * @param type result of {@link RequestTypes#nameOf}
   * @param status status of the reply
   * @param target path and query as the client sent them
   */
  public void answered(String type, int status, String method, String target) {
    Type known = ReplyStatus.isFailed(status) ? types.get(type) : known(type);
    if (known != null) {
      known.enter(status, method, target, most);
    }
  }

  /** Returns the type, which may be new; null if there is no place left. */
  private @Nullable Type known(String name) {
    Type known = types.get(name);
    return known != null ? known : add(name);
  }

  private synchronized @Nullable Type add(String name) {
    return types.size() < TYPES_MAX
        ? types.computeIfAbsent(name, unused -> new Type())
        : types.get(name);
  }

  /** Returns the sample of a type; empty if the type is unknown. */
  public Kept of(String type) {
    Type known = types.get(type);
    return known == null ? new Kept(List.of(), 0, List.of()) : known.kept();
  }

  /**
   * The sample of a type.
   *
   * @param examples paths with queries that were answered with a page, by GET, chosen at random;
   *     without redirects, because a replay would profile the redirecting code
   * @param unsafePart part of the requests that may have changed something, 0 to 1
   * @param unsafeExamples examples of these, as {@code POST /path?query}
   */
  public record Kept(List<String> examples, double unsafePart, List<String> unsafeExamples) {}

  private static final class Type {
    private final List<String> examples = new ArrayList<>();
    private final List<String> unsafeExamples = new ArrayList<>();
    private long requests;
    private long unsafe;
    private long came;
    private long unsafeCame;

    synchronized void enter(int status, String method, String target, int most) {
      requests++;
      unsafe += RequestMethod.isSafe(method) ? 0 : 1;
      boolean isAddress = target.startsWith("/") && target.length() <= CHARS_MAX;
      if (ReplyStatus.isFailed(status) || !isAddress) {
        return;
      }
      if (method.equals("GET") && !ReplyStatus.isRedirect(status)) {
        keep(examples, ++came, target, most);
      } else if (RequestMethod.isChanging(method)) {
        keep(unsafeExamples, ++unsafeCame, method + ' ' + target, most);
      }
    }

    /**
     * Reservoir sampling: the n-th replaces one of k with probability k / n, so that all have equal
     * chances.
     */
    private static void keep(List<String> kept, long n, String text, int most) {
      if (kept.size() < most) {
        kept.add(text);
        return;
      }
      long place = ThreadLocalRandom.current().nextLong(n);
      if (place < most) {
        kept.set((int) place, text);
      }
    }

    synchronized Kept kept() {
      double part = requests == 0 ? 0 : (double) unsafe / requests;
      return new Kept(List.copyOf(examples), part, List.copyOf(unsafeExamples));
    }
  }
}
