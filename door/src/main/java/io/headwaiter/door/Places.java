package io.headwaiter.door;

/**
 * The connection places, as the door counts them. An undecided connection can be closed at any
 * time, so it takes no place from one that has sent its hello. Confined to the loop's thread.
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

  /**
   * Returns the number of places that are free, will be free after the next selection, or hold an
   * undecided connection.
   */
  long free() {
    return (long) host.vacancies() + farewell.leaving() + undecided.size();
  }

  /** Returns whether an undecided connection would take a place kept for visits under way. */
  boolean areShort() {
    return free() - 1 < host.placesKept();
  }
}
