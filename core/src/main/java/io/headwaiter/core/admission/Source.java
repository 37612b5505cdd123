package io.headwaiter.core.admission;

/**
 * Those of one network who wait, and when the last of them was let in. Belongs to {@link
 * SourceShares}.
 */
final class Source<T> {
  final long key;
  final Chain<WaitingRoom.Place<T>> waiting = new Chain<>();
  // In the line of sources that have their turn, or among those that are only remembered.
  final Chain.Link<Source<T>> turn = new Chain.Link<>(this);
  // Among the sources of which equally many wait.
  final Chain.Link<Source<T>> rank = new Chain.Link<>(this);
  boolean served;
  long servedNanos;

  Source(long key) {
    this.key = key;
  }
}
