package io.headwaiter.tuning.mix;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Distinguishes the sessions of a log. A request belongs to the session of its cookie, or without a
 * cookie to the session of its client and agent. A session ends after an idle time. The first
 * request of a visitor has no cookie yet: a new cookie continues the session that its client and
 * agent had without one.
 *
 * <p>Bounded: over the most open sessions, the one that has been idle longest counts as ended. Not
 * thread-safe.
 */
final class OpenSessions {
  private final int openMax;
  private final long idleSeconds;
  // In the order of use, the longest idle first.
  private final Map<Long, Session> open = new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
  private long sessions;
  private long longest;

  /** A session under way. */
  static final class Session {
    private long lastSeconds;
    private long requests;
    private String lastType = RecordedMix.ENTRY;

    /** Sets the type of the current request; returns the previous one. */
    String goOn(String type) {
      String before = lastType;
      lastType = type;
      return before;
    }
  }

  OpenSessions(int openMax, long idleSeconds) {
    this.openMax = openMax;
    this.idleSeconds = idleSeconds;
  }

  /** Adds a request; returns its session. */
  Session request(LogEntry entry) {
    long client = key(entry.client(), entry.agent());
    long id = entry.session().isEmpty() ? client : key("\n", entry.session());
    Session session = open.get(id);
    if (session == null && id != client) {
      session = open.remove(client);
      if (session != null) {
        open.put(id, session);
      }
    }
    if (session == null || isOver(session, entry.epochSeconds())) {
      session = new Session();
      open.put(id, session);
      sessions++;
      forget();
    }
    session.lastSeconds = Math.max(session.lastSeconds, entry.epochSeconds());
    session.requests++;
    longest = Math.max(longest, session.requests);
    return session;
  }

  /** Returns whether a session has ended; false if the log has no times. */
  private boolean isOver(Session session, long nowSeconds) {
    return nowSeconds != LogEntry.UNKNOWN
        && session.lastSeconds > 0
        && nowSeconds - session.lastSeconds > idleSeconds;
  }

  private void forget() {
    if (open.size() > openMax) {
      Iterator<Session> all = open.values().iterator();
      all.next();
      all.remove();
    }
  }

  /** Returns the number of sessions that have begun. */
  long sessions() {
    return sessions;
  }

  /** Returns the number of requests of the longest session. */
  long longest() {
    return longest;
  }

  /** Returns the number of open sessions. */
  int openSessions() {
    return open.size();
  }

  /** Hashes texts of any length to 64 bits; a collision occurs once in billions of years. */
  private static long key(String first, String second) {
    long hash = 0xcbf29ce484222325L;
    hash = mix(hash, first);
    return mix((hash ^ '\t') * 0x100000001b3L, second);
  }

  private static long mix(long seed, String text) {
    long hash = seed;
    for (int i = 0; i < text.length(); i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
      hash ^= hash >>> 29;
    }
    return hash;
  }
}
