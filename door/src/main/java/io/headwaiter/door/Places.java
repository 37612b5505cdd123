package io.headwaiter.door;

/**
 * Places for connections, as the door sees them. A connection that is undecided can be closed at
 * any time, so it takes no place from one that has said what it wants. Belongs to the loop's
 * thread.
 */
final class Places {
  private final DoorHost host;
  private final Farewell farewell;
  private final UndecidedList undecided;

  Places(DoorHost host, Farewell farewell, UndecidedList undecided) {
    this.host = host;
    this.farewell = farewell;
    this.undecided = undecided;
  }

  /** Those that are free, will be after the next selection, or have an undecided connection. */
  long free() {
    return (long) host.vacancies() + farewell.leaving() + undecided.size();
  }

  /** Whether one undecided connection would take a place that is kept for visits under way. */
  boolean areShort() {
    return free() - 1 < host.placesKept();
  }
}
