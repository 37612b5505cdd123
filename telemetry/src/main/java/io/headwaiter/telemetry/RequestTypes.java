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
 * Counts and costs of requests by type. There are at most {@value
 * io.headwaiter.core.profile.RequestType#TYPES_MAX} types. Requests of further types count as
 * {@value io.headwaiter.core.profile.RequestType#OTHER}, and so do requests that failed before
 * their type was known, so that clients cannot fill the table with paths that do not exist. Some
 * servers redirect any path, to a sign-in or start page: redirects fill at most half of the table.
 * Thread-safe.
 */
public final class RequestTypes {
  private static final int REDIRECTED_MAX = TYPES_MAX / 2;

  private final Map<String, Type> types = new ConcurrentHashMap<>();
  private final LongSupplier clock;
  private final Type other;
  private volatile RequestPatterns patterns = RequestPatterns.NONE;

  /**
   * Creates an empty table.
   *
   * @param clock monotonic, nanoseconds; read only while first uses are told apart
   */
  RequestTypes(LongSupplier clock) {
    this.clock = clock;
    other = new Type(clock);
  }

  /** Names requests by these patterns from now on, and reserves places for their types. */
  public void nameBy(RequestPatterns newPatterns) {
    patterns = newPatterns;
    reserve(newPatterns.names());
  }

  /** Reserves places for these types before their requests come, as long as places are free. */
  public void reserve(Collection<String> names) {
    names.stream().filter(name -> !name.equals(OTHER)).forEach(name -> add(name, TYPES_MAX));
  }

  /**
   * Returns the name of the type of a path.
   *
   * @param path decoded, without a query
   */
  public String nameOf(String path) {
    return patterns.typeOf(path);
  }

  /**
   * Returns the type under which a request is entered.
   *
   * @param name result of {@link #nameOf}
   * @param status status of its reply
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

  /** Returns the name under which {@link #of} entered a request: its own, or that of the rest. */
  public String enteredAs(Type type, String name) {
    return type == other ? OTHER : name;
  }

  /** Returns the type of that name if it is known, otherwise that of the rest. */
  public Type known(String name) {
    return types.getOrDefault(name, other);
  }

  private Type add(String name, int typesMax) {
    return types.size() < typesMax ? addLocked(name, typesMax) : other;
  }

  /** Checks again under the lock, because several threads may find the last place free. */
  private synchronized Type addLocked(String name, int typesMax) {
    return types.size() < typesMax ? types.computeIfAbsent(name, t -> new Type(clock)) : other;
  }

  /** Returns the totals of all types, the rest last; empty ones are left out. */
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

    /** Returns whether a request that took so much CPU time was a first use of its type. */
    boolean noteUse(long cpu) {
      return firstUses.noteUse(cpu);
    }

    /**
     * Adds a request that has ended.
     *
     * @param cpu thread CPU time, in nanoseconds
     * @param workerWait how long it waited for its worker, in nanoseconds
     * @param processing time from its head to its end, less the time it waited for connections and
     *     held them, in nanoseconds
     */
    public void served(long cpu, long workerWait, long processing) {
      count.increment();
      cpuNanos.add(cpu);
      workerWaitNanos.add(workerWait);
      processingNanos.add(processing);
      processingSquares.add((double) processing * processing);
    }

    /** Counts a request that the server answered with an error or not at all. */
    public void failed() {
      failed.increment();
    }

    /**
     * Adds the connection use of a request that asked for connections.
     *
     * @param requests how often it asked, at least 1
     * @param wait how long it waited for them, in nanoseconds
     * @param hold how long it had them, in nanoseconds; 0 if it got none
     * @param idle the part of {@code hold} in which they were kept unused, in nanoseconds
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
