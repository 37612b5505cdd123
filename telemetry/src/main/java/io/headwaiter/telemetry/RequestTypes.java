package io.headwaiter.telemetry;

import static io.headwaiter.core.profile.RequestType.OTHER;
import static io.headwaiter.core.profile.RequestType.TYPES_MAX;

import io.headwaiter.core.profile.ReplyStatus;
import io.headwaiter.core.profile.RequestPatterns;
import io.headwaiter.core.profile.RequestTotals;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * Requests by type: how many, and what they took. There are at most {@value
 * io.headwaiter.core.profile.RequestType#TYPES_MAX} types; what comes after them, and what was not
 * served with success before its type was known, is {@value
 * io.headwaiter.core.profile.RequestType#OTHER}, so that nobody fills the table with paths that do
 * not exist. Some servers redirect any path, to sign in or to a start page: redirects fill half of
 * the table at most. Thread-safe.
 */
public final class RequestTypes {
  private static final int REDIRECTED_MAX = TYPES_MAX / 2;

  private final Map<String, Type> types = new ConcurrentHashMap<>();
  private final LongSupplier clock;
  private final Type other;
  private volatile RequestPatterns patterns = RequestPatterns.NONE;

  /**
   * No type is known.
   *
   * @param clock monotonic, nanoseconds; asked only while first uses are told apart
   */
  RequestTypes(LongSupplier clock) {
    this.clock = clock;
    other = new Type(clock);
  }

  /** Requests that come from now on are named by these, which have their places from now on. */
  public void nameBy(RequestPatterns newPatterns) {
    patterns = newPatterns;
    reserve(newPatterns.names());
  }

  /** These types have their places from now on, as far as there are any, before they come. */
  public void reserve(Collection<String> names) {
    names.stream().filter(name -> !name.equals(OTHER)).forEach(name -> add(name, TYPES_MAX));
  }

  /**
   * The name of the type of a path.
   *
   * @param path decoded, without a query
   */
  public String nameOf(String path) {
    return patterns.typeOf(path);
  }

  /**
   * The type under which a request is entered.
   *
   * @param name of {@link #nameOf}
   * @param status of its reply
   */
  public Type of(String name, int status) {
    Type known = types.get(name);
    if (known != null) {
      return known;
    }
    if (ReplyStatus.isFailed(status)) {
      return other;
    }
    return add(name, ReplyStatus.isRedirect(status) ? REDIRECTED_MAX : TYPES_MAX);
  }

  /** The type of that name if it is known, else that of the rest. */
  public Type known(String name) {
    return types.getOrDefault(name, other);
  }

  private Type add(String name, int typesMax) {
    return types.size() < typesMax ? addLocked(name, typesMax) : other;
  }

  /** Several threads may find the last place free. */
  private synchronized Type addLocked(String name, int typesMax) {
    return types.size() < typesMax ? types.computeIfAbsent(name, t -> new Type(clock)) : other;
  }

  /** All types, the rest last; empty ones are left out. */
  public Map<String, RequestTotals> sums() {
    Map<String, RequestTotals> sums = new LinkedHashMap<>();
    types.forEach((name, type) -> put(sums, name, type.sum()));
    put(sums, OTHER, other.sum());
    return sums;
  }

  private static void put(Map<String, RequestTotals> sums, String name, RequestTotals sum) {
    if (!sum.equals(RequestTotals.NONE)) {
      sums.put(name, sum);
    }
  }

  /** The counters of a type. Thread-safe. */
  public static final class Type {
    private final LongAdder count = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder cpuNanos = new LongAdder();
    private final LongAdder workerWaitNanos = new LongAdder();
    private final LongAdder processingNanos = new LongAdder();
    private final DoubleAdder processingSquares = new DoubleAdder();
    private final LongAdder withConnection = new LongAdder();
    private final LongAdder connectionRequests = new LongAdder();
    private final LongAdder connectionWaitNanos = new LongAdder();
    private final LongAdder holdNanos = new LongAdder();
    private final DoubleAdder holdSquares = new DoubleAdder();
    private final LongAdder idleNanos = new LongAdder();

    private final FirstUseWatch firstUses;

    private Type(LongSupplier clock) {
      firstUses = new FirstUseWatch(clock);
    }

    /** Whether a request that took so long was a first use of its type. */
    boolean isFirstUse(long cpu) {
      return firstUses.isFirstUse(cpu);
    }

    /**
     * A request is over.
     *
     * @param cpu thread CPU time, in nanoseconds
     * @param workerWait how long it waited for its worker, in nanoseconds
     * @param processing time from its head to its end, less what it waited for connections and held
     *     them, in nanoseconds
     */
    public void served(long cpu, long workerWait, long processing) {
      count.increment();
      cpuNanos.add(cpu);
      workerWaitNanos.add(workerWait);
      processingNanos.add(processing);
      processingSquares.add((double) processing * processing);
    }

    /** One of them failed: the server had an error for it, or no answer. */
    public void failed() {
      failed.increment();
    }

    /**
     * One of them had asked for connections.
     *
     * @param requests how often, at least 1
     * @param wait how long it waited for them, in nanoseconds
     * @param hold how long it had them, in nanoseconds; 0 if it asked in vain
     * @param idle the part of that in which they were kept unused, in nanoseconds
     */
    public void connectionsUsed(int requests, long wait, long hold, long idle) {
      connectionRequests.add(requests);
      connectionWaitNanos.add(wait);
      if (hold > 0) {
        withConnection.increment();
        holdNanos.add(hold);
        holdSquares.add((double) hold * hold);
        idleNanos.add(idle);
      }
    }

    private RequestTotals sum() {
      return new RequestTotals(
          count.sum(),
          failed.sum(),
          cpuNanos.sum(),
          workerWaitNanos.sum(),
          processingNanos.sum(),
          processingSquares.sum(),
          withConnection.sum(),
          connectionRequests.sum(),
          connectionWaitNanos.sum(),
          holdNanos.sum(),
          holdSquares.sum(),
          idleNanos.sum());
    }
  }
}
