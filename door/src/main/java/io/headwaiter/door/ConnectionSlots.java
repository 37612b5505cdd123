package io.headwaiter.door;

/**
 * The connection places, as the door counts them. An undecided connection can be closed at any
 * time, so it takes no place from one that has sent its hello. Confined to the loop's thread.
 */
final class ConnectionSlots {
  private final DoorHost host;
  private final ConnectionCloser closer;
  private final UndecidedList undecided;

  ConnectionSlots(DoorHost host, ConnectionCloser closer, UndecidedList undecided) {
    this.host = host;
    this.closer = closer;
    this.undecided = undecided;
  }

  /**
   * Returns the number of places that are free, will be free after the next selection, or hold an
   * undecided connection.
   */
  long free() {
    return (long) host.vacancies() + closer.leaving() + undecided.size();
  }

  /** Returns whether an undecided connection would take a place kept for visits under way. */
  boolean areShort() {
    return free() - 1 < host.placesKept();
  }
}
