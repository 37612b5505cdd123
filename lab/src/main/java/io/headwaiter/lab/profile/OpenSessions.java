package io.headwaiter.lab.profile;

import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Tells the sessions of a log apart. A request belongs to the session of its cookie, or without one
 * to that of its client and agent; a session ends when nothing comes for so long. The first request
 * of a visitor has no cookie yet: a cookie that is new takes over what its client and agent did
 * without one.
 *
 * <p>Bounded: over so many open sessions the one that has been idle longest is taken for ended. Not
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

    /** Its type of request now; returns the one before. */
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

  /** A request has come; returns whose it is. */
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

  /** Where the log tells no time, no session ends. */
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

  /** Sessions that have begun. */
  long sessions() {
    return sessions;
  }

  /** Requests of the longest one. */
  long longest() {
    return longest;
  }

  /** Sessions that are remembered. */
  int openSessions() {
    return open.size();
  }

  /** 64 bits in place of texts that may be long; two meet once in billions of years of logs. */
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
