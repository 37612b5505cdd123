package io.headwaiter.telemetry;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/**
 * Requests by type: how many, and what they took. There are at most {@value #TYPES_MAX} types; what
 * comes after them, and what was not served with success before its type was known, is {@value
 * #OTHER}, so that nobody fills the table with paths that do not exist. Thread-safe.
 */
public final class RequestTypes {
  /** Types that are told apart. */
  public static final int TYPES_MAX = 64;

  /** The type of the rest. */
  public static final String OTHER = "other";

  private static final int SEGMENTS = 2;
  private static final int NAME_CHARS_MAX = 80;
  private static final int STATUS_FAILED = 400;

  private final Map<String, Type> types = new ConcurrentHashMap<>();
  private final Type other = new Type();

  /**
   * A request was served.
   *
   * @param type of {@link #ofPath}, or a pattern of the application's
   * @param status of its reply
   * @param cpuNanos thread CPU time
   * @param wallNanos from its head to the end of its service
   */
  public void served(String type, int status, long cpuNanos, long wallNanos) {
    Type known = types.get(type);
    if (known == null) {
      known = status < STATUS_FAILED && types.size() < TYPES_MAX ? add(type) : other;
    }
    known.count.increment();
    known.cpuNanos.add(cpuNanos);
    known.wallNanos.add(wallNanos);
  }

  /** Under a lock: several threads may find the last place free. */
  private synchronized Type add(String type) {
    return types.size() < TYPES_MAX ? types.computeIfAbsent(type, t -> new Type()) : other;
  }

  /**
   * The type of a path: its first two segments, with a star for each that has a digit in it, as
   * numbers of items and users have. {@code /shop/item/17} and {@code /shop/item/18} are both
   * {@code /shop/item}; {@code /item/17/bids} is {@code /item/*}.
   */
  public static String ofPath(String path) {
    if (path == null) {
      return OTHER;
    }
    StringBuilder type = new StringBuilder();
    int at = 0;
    for (int segment = 0; segment < SEGMENTS && at < path.length(); segment++) {
      int end = path.indexOf('/', at + 1);
      end = end < 0 ? path.length() : end;
      appendSegment(path, at, end, type);
      at = end;
    }
    return type.length() == 0 ? "/" : type.substring(0, Math.min(NAME_CHARS_MAX, type.length()));
  }

  /** From its slash on, without what a semicolon adds to it. */
  private static void appendSegment(String path, int from, int end, StringBuilder type) {
    int start = type.length();
    for (int i = from; i < end && path.charAt(i) != ';'; i++) {
      char c = path.charAt(i);
      if (c >= '0' && c <= '9') {
        type.setLength(start);
        type.append("/*");
        return;
      }
      type.append(c);
    }
  }

  /** All types, the rest last; empty ones are left out. */
  public Map<String, Sum> sums() {
    Map<String, Sum> sums = new LinkedHashMap<>();
    types.forEach((name, type) -> sums.put(name, type.sum()));
    if (other.count.sum() > 0) {
      sums.put(OTHER, other.sum());
    }
    return sums;
  }

  /**
   * Totals since the start.
   *
   * @param count requests
   * @param cpuNanos thread CPU time
   * @param wallNanos time from head to end
   */
  public record Sum(long count, long cpuNanos, long wallNanos) {}

  private static final class Type {
    private final LongAdder count = new LongAdder();
    private final LongAdder cpuNanos = new LongAdder();
    private final LongAdder wallNanos = new LongAdder();

    Sum sum() {
      return new Sum(count.sum(), cpuNanos.sum(), wallNanos.sum());
    }
  }
}
