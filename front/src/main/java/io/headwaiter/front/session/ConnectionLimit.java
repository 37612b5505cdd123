package io.headwaiter.front.session;

import com.sun.management.UnixOperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.function.IntSupplier;

/**
 * The limit on open connections of a connector, at the door and behind it: the container's own
 * bound, within what the process's limit of file descriptors leaves.
 *
 * <pre>
 *   ceiling = max(16, limit - open - reserve)      reserve = limit / 8, from 32 to 256
 *   max     = min(maxConnections, ceiling)
 * </pre>
 *
 * <p>{@code open} is the number of descriptors that the process has open when the connector starts.
 * The reserve is for later descriptors that are no client connections: files, database connections,
 * the admin port. With a limit of 1,024 and 96 open, 800 connections are left. If the system gives
 * no limit, only the container's bound applies.
 *
 * <p>The last twentieth of {@code max} is kept for visits under way.
 *
 * <p>Thread-safe.
 */
public final class ConnectionLimit {
  /** The value of {@link #max} if nothing bounds the connections. */
  public static final int UNLIMITED = -1;

  static final int CEILING_MIN = 16;
  private static final int RESERVE_PART = 8;
  private static final int RESERVE_MIN = 32;
  private static final int RESERVE_MAX = 256;
  private static final int KEPT_PART = 20;
  private static final int LEFT_PART = 10;
  // A ceiling below this part of the wanted number is logged as a warning.
  private static final double NEARLY_ALL = 0.9;
  private static final System.Logger LOG = System.getLogger(ConnectionLimit.class.getName());

  private final IntSupplier wanted;
  private final IntSupplier open;
  private volatile int ceiling = Integer.MAX_VALUE;
  private volatile long descriptors;

  /**
   * Creates a limit that ignores descriptors until {@link #readDescriptors}.
   *
   * @param wanted the container's own bound now, negative for none
   * @param open number of connections that are open now
   */
  public ConnectionLimit(IntSupplier wanted, IntSupplier open) {
    this.wanted = wanted;
    this.open = open;
  }

  /**
   * Reads the descriptor limit of the process and the number of open descriptors. Logs a message if
   * fewer connections than wanted fit. To be called when the connector starts.
   */
  public void readDescriptors() {
    if (ManagementFactory.getOperatingSystemMXBean() instanceof UnixOperatingSystemMXBean unix) {
      hold(unix.getMaxFileDescriptorCount(), unix.getOpenFileDescriptorCount());
    }
  }

  /** Does the same with these numbers; a limit of 0 or less is none. */
  void hold(long limit, long openNow) {
    if (limit <= 0) {
      return;
    }
    long reserve = Math.max(RESERVE_MIN, Math.min(RESERVE_MAX, limit / RESERVE_PART));
    long left = Math.max(CEILING_MIN, limit - openNow - reserve);
    descriptors = limit;
    ceiling = (int) Math.min(Integer.MAX_VALUE, left);
    int asked = wanted.getAsInt();
    if (asked < 0 || asked <= ceiling) {
      return;
    }
    LOG.log(
        ceiling < NEARLY_ALL * asked ? System.Logger.Level.WARNING : System.Logger.Level.INFO,
        "maxConnections is {0}, and the limit of file descriptors leaves {1}: at most {1}"
            + " connections will be open. The limit is {2}, {3} are open, and {4} are kept for"
            + " files, database connections and the admin port. Raise the limit (ulimit -n,"
            + " LimitNOFILE) or lower maxConnections.",
        Integer.toString(asked),
        Integer.toString(ceiling),
        Long.toString(limit),
        Long.toString(openNow),
        Long.toString(reserve));
  }

  /** Returns the maximum number of connections; {@link #UNLIMITED} if nothing bounds them. */
  public int max() {
    int asked = wanted.getAsInt();
    int most = ceiling;
    if (asked < 0) {
      return most == Integer.MAX_VALUE ? UNLIMITED : most;
    }
    return Math.min(asked, most);
  }

  /** Returns how many more connections may be opened now; none if it is 0 or less. */
  public int vacancies() {
    int max = max();
    return max == UNLIMITED ? Integer.MAX_VALUE : max - open.getAsInt();
  }

  /** Returns how many of the last places are kept for visits under way. */
  public int kept() {
    return Math.max(0, max()) / KEPT_PART;
  }

  /**
   * Returns how many connections to close so that a tenth of all places is free, and at least one;
   * 0 if that many are free.
   */
  int shortage() {
    int max = max();
    return max == UNLIMITED ? 0 : Math.max(0, Math.max(1, max / LEFT_PART) - vacancies());
  }

  /** Returns the number of connections that are open now. */
  public int open() {
    return open.getAsInt();
  }

  /** Returns the container's own bound; negative for none. */
  public int wanted() {
    return wanted.getAsInt();
  }

  /** Returns the descriptor limit of the process; 0 if it is not known. */
  public long descriptors() {
    return descriptors;
  }
}
