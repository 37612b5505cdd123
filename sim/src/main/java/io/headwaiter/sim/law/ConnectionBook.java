package io.headwaiter.sim.law;

import io.headwaiter.core.admission.IdleChoice;
import io.headwaiter.core.admission.IdleChoice.Idle;
import io.headwaiter.core.admission.OpenConnections;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The open connections and their bounds: how many one visit may have, how many may be silent, and
 * the last places for visits under way. The bounds are those of {@code front.ConnectionLimit} and
 * {@code front.ConnectionWatch}. But among silent connections it closes the oldest, while the
 * server chooses by network and spares visits under way.
 */
final class ConnectionBook {
  // The connector's default.
  private static final int PER_VISIT_MAX = 64;
  // As in ConnectionLimit: parts of all places.
  private static final int KEPT_PART = 20;
  private static final int LEFT_PART = 10;
  // As in ConnectionWatch.
  private static final int CHOICE_PARTS = 4;
  private static final long IDLE_NANOS_MIN = 1_000_000_000L;
  private static final long SILENT_NANOS = 1_000_000_000L;
  private static final int SILENT_MIN = 50;
  private static final int SILENT_HANDSHAKE_SECONDS = 2;
  private static final int SILENT_REQUEST_SECONDS = 10;

  private final ServerView view;
  private final OpenConnections open = new OpenConnections(PER_VISIT_MAX);
  // When the handshakes began, and when the silence after them began, the longest first.
  private final Map<Long, Long> handshakes = new LinkedHashMap<>();
  private final Map<Long, Long> silent = new LinkedHashMap<>();
  // By connection, once its handshake is done.
  private final Map<Long, Place> places = new HashMap<>();

  /** An open connection. */
  private static final class Place {
    private final long connection;
    private final long visit;
    private long activeNanos;
    private int turns;

    private Place(long connection, long visit, long activeNanos) {
      this.connection = connection;
      this.visit = visit;
      this.activeNanos = activeNanos;
    }
  }

  ConnectionBook(ServerView view) {
    this.view = view;
  }

  /** Returns whether the places left are kept for visits under way. */
  boolean isShort() {
    int max = view.connectionsMax();
    return max != Integer.MAX_VALUE && vacancies() < max / KEPT_PART;
  }

  private int vacancies() {
    return view.connectionsMax() - view.connections();
  }

  /** Returns whether a visit may have one more. */
  boolean hasRoom(long visit) {
    return open.hasRoom(visit);
  }

  /** Notes an admission; the handshake begins. */
  void noteAdmitted(long connection, long now) {
    handshakes.put(connection, now);
  }

  /** Notes the end of a handshake; false if its visit has too many connections. */
  boolean handshakeDone(long connection, long visit, long now) {
    handshakes.remove(connection);
    if (!open.add(visit)) {
      return false;
    }
    places.put(connection, new Place(connection, visit, now));
    silent.put(connection, now);
    return true;
  }

  /** Notes a request on a connection. */
  void requestCame(long connection, long now) {
    silent.remove(connection);
    Place place = places.get(connection);
    if (place != null) {
      place.turns++;
      place.activeNanos = now;
    }
  }

  /** Notes the end of a request. */
  void requestDone(long connection, long now) {
    Place place = places.get(connection);
    if (place != null) {
      place.turns--;
      place.activeNanos = now;
    }
  }

  /** Notes that a connection is closed. */
  void closed(long connection) {
    handshakes.remove(connection);
    silent.remove(connection);
    Place place = places.remove(connection);
    if (place != null) {
      open.remove(place.visit);
    }
  }

  /**
   * Returns the connections to close now.
   *
   * @param visitsPerSecond new visits that are carried
   */
  List<Long> toClose(double visitsPerSecond, long now) {
    long since = now - view.headDelayNanos();
    List<Long> all = new ArrayList<>();
    addSilent(all, handshakes, since, SILENT_HANDSHAKE_SECONDS * visitsPerSecond);
    addSilent(all, silent, since, SILENT_REQUEST_SECONDS * visitsPerSecond);
    addIdle(all, since - IDLE_NANOS_MIN);
    return all;
  }

  private static void addSilent(List<Long> all, Map<Long, Long> waiting, long since, double most) {
    List<Long> lapsed = new ArrayList<>();
    for (Map.Entry<Long, Long> one : waiting.entrySet()) {
      if (one.getValue() > since - SILENT_NANOS) {
        break;
      }
      lapsed.add(one.getKey());
    }
    int kept = (int) Math.min(Integer.MAX_VALUE, Math.max(SILENT_MIN, most));
    all.addAll(lapsed.subList(0, Math.max(0, lapsed.size() - kept)));
  }

  private void addIdle(List<Long> all, long idleSince) {
    int max = view.connectionsMax();
    if (max == Integer.MAX_VALUE) {
      return;
    }
    int wanted = Math.max(1, max / LEFT_PART) - vacancies();
    if (wanted <= 0) {
      return;
    }
    boolean urgent = vacancies() <= max / KEPT_PART;
    int left = wanted;
    for (Place place : IdleChoice.choose(idle(), open::of, CHOICE_PARTS * wanted)) {
      boolean isIdle = place.activeNanos <= idleSince;
      if (left > 0 && isIdle) {
        all.add(place.connection);
      }
      left -= isIdle || !urgent ? 1 : 0;
    }
  }

  private List<Idle<Place>> idle() {
    return places.values().stream()
        .filter(place -> place.turns == 0)
        .map(place -> new Idle<>(place, place.visit, place.activeNanos))
        .toList();
  }
}
