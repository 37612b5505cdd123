package io.headwaiter.tuning.mix;

import io.headwaiter.core.profile.ReplyStatus;
import io.headwaiter.core.profile.RequestMethod;
import io.headwaiter.core.profile.RequestPatterns;
import io.headwaiter.core.profile.RequestType;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Reads access logs into a {@link RecordedMix}: types of requests as the live profile names them,
 * and sessions by cookie, or by client and agent. Files of one server must be read in the order of
 * time.
 *
 * <p>Streams the log. Memory is bounded whatever the log contains: at most {@value
 * RequestType#TYPES_MAX} types, as in the live profile, {@value #OPEN_SESSIONS_MAX} open sessions,
 * and as many examples as the caller wants. Not thread-safe.
 */
public final class AccessLogReader {
  /** The most open sessions that are distinguished. */
  public static final int OPEN_SESSIONS_MAX = 200_000;

  /** Idle time after which a session ends, as in most reports about web sites. */
  public static final long IDLE_SECONDS = 1800;

  private static final int TARGET_CHARS_MAX = 2000;
  private static final double MICROS_PER_MILLI = 1e3;

  private final LogFormat format;
  private final int examplesMax;
  private final SplittableRandom random;
  private final OpenSessions sessions;
  private final Map<String, TypeCount> types = new LinkedHashMap<>();
  private final TypeCount other = new TypeCount(RequestType.OTHER);
  private final Map<String, Map<String, Long>> order = new HashMap<>();
  private long requests;
  private long unread;
  private boolean timeTold;
  private RequestPatterns patterns = RequestPatterns.NONE;

  /** The counts of a type. */
  private static final class TypeCount {
    private final String name;
    private long requests;
    private long failed;
    private long unsafe;
    private long timed;
    private double micros;
    private final Examples examples = new Examples();
    private final Examples unsafeExamples = new Examples();

    TypeCount(String name) {
      this.name = name;
    }
  }

  /** A sample of the requests, and their number. */
  private static final class Examples {
    private final List<String> kept = new ArrayList<>();
    private long came;
  }

  /**
   * Creates a reader that has read nothing.
   *
   * @param examplesMax addresses kept of each type, 0 to 1000
   * @param seed seed of their random choice
   */
  public AccessLogReader(LogFormat format, int examplesMax, long seed) {
    this(format, examplesMax, seed, new OpenSessions(OPEN_SESSIONS_MAX, IDLE_SECONDS));
  }

  AccessLogReader(LogFormat format, int examplesMax, long seed, OpenSessions sessions) {
    if (examplesMax < 0 || examplesMax > 1000) {
      throw new IllegalArgumentException("examplesMax must be from 0 to 1000, got " + examplesMax);
    }
    this.format = format;
    this.examplesMax = examplesMax;
    this.random = new SplittableRandom(seed);
    this.sessions = sessions;
  }

  /** Names types by these patterns, as the server is configured to; returns this reader. */
  public AccessLogReader named(RequestPatterns newPatterns) {
    patterns = newPatterns;
    return this;
  }

  /** Reads a log to its end; the caller closes it. */
  public void read(InputStream log) throws IOException {
    LineReader lines = new LineReader(log);
    for (String line = lines.next(); line != null; line = lines.next()) {
      // An empty line does not count as unread.
      if (lines.wasTooLong()) {
        unread++;
      } else if (!line.isBlank()) {
        format.read(line).ifPresentOrElse(this::enter, () -> unread++);
      }
    }
  }

  private void enter(LogEntry entry) {
    requests++;
    timeTold |= entry.epochSeconds() != LogEntry.UNKNOWN;
    OpenSessions.Session session = sessions.request(entry);
    boolean failed = ReplyStatus.isFailed(entry.status());
    TypeCount type = type(patterns.typeOf(path(entry.target())), failed);
    type.requests++;
    order
        .computeIfAbsent(session.goOn(type.name), from -> new HashMap<>())
        .merge(type.name, 1L, Long::sum);
    // In a log without methods all requests count as pages.
    boolean unsafe = !entry.method().isEmpty() && !RequestMethod.isSafe(entry.method());
    type.unsafe += unsafe ? 1 : 0;
    if (failed) {
      type.failed++;
    } else if (isAddress(entry.target())) {
      keep(type, entry, unsafe);
    }
    if (entry.micros() != LogEntry.UNKNOWN) {
      type.timed++;
      type.micros += entry.micros();
    }
  }

  /** As in the live profile, only a served request makes a type, and their number is bounded. */
  private TypeCount type(String name, boolean failed) {
    TypeCount known = types.get(name);
    if (known != null) {
      return known;
    }
    if (failed || name.equals(RequestType.OTHER) || types.size() >= RequestType.TYPES_MAX) {
      return other;
    }
    TypeCount added = new TypeCount(name);
    types.put(name, added);
    return added;
  }

  private static boolean isAddress(String target) {
    return target.startsWith("/") && target.length() <= TARGET_CHARS_MAX;
  }

  private void keep(TypeCount type, LogEntry entry, boolean unsafe) {
    if (!unsafe && (entry.method().isEmpty() || entry.method().equals("GET"))) {
      // A redirect as an example would profile the redirect, not the page.
      if (!ReplyStatus.isRedirect(entry.status())) {
        keep(type.examples, entry.target());
      }
    } else if (RequestMethod.isChanging(entry.method())) {
      keep(type.unsafeExamples, entry.method() + ' ' + entry.target());
    }
  }

  /** The n-th request replaces one of k with probability k / n, so that all have equal chances. */
  private void keep(Examples examples, String text) {
    examples.came++;
    if (examples.kept.size() < examplesMax) {
      examples.kept.add(text);
      return;
    }
    long place = random.nextLong(examples.came);
    if (place < examplesMax) {
      examples.kept.set((int) place, text);
    }
  }

  /** Returns the path without query, scheme and host, decoded like the server; raw if invalid. */
  private static String path(String target) {
    int query = target.indexOf('?');
    String path = query < 0 ? target : target.substring(0, query);
    int scheme = path.indexOf("://");
    if (scheme > 0 && !path.startsWith("/")) {
      int slash = path.indexOf('/', scheme + 3);
      path = slash < 0 ? "/" : path.substring(slash);
    }
    if (path.indexOf('%') < 0) {
      return path;
    }
    try {
      return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return path;
    }
  }

  /** Returns a sentence for each possible error of the sessions; empty if there is none. */
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (requests > 0 && !timeTold) {
      warnings.add(
          "No line told its time, so that no session ended and sessions are too few; the format"
              + " needs %t or %{...}t with day and hour.");
    }
    if (!format.cookiesPassedOver().isEmpty()) {
      warnings.add(
          "Sessions are client and agent, since no cookie is named as a session: "
              + String.join(" ", format.cookiesPassedOver())
              + ". If one is the session's all the same, write %S in its place in the format.");
    }
    return warnings;
  }

  /**
   * Returns the mix of the lines read so far.
   *
   * @param source description of its origin, for people
   */
  public RecordedMix mix(String source) {
    Map<String, RecordedMix.TypeMix> mixes = new LinkedHashMap<>();
    types.forEach((name, count) -> mixes.put(name, mix(count)));
    if (other.requests > 0) {
      mixes.put(RequestType.OTHER, mix(other));
    }
    return new RecordedMix(
        source, sessions.sessions(), sessions.longest(), requests, unread, mixes, order);
  }

  private RecordedMix.TypeMix mix(TypeCount count) {
    long began = sessions.sessions();
    return new RecordedMix.TypeMix(
        count.requests,
        began == 0 ? 0 : (double) count.requests / began,
        count.failed,
        count.timed == 0 ? 0 : count.micros / count.timed / MICROS_PER_MILLI,
        count.examples.kept,
        count.unsafe,
        count.unsafeExamples.kept);
  }
}
