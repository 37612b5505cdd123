package io.headwaiter.core.admission;

/**
 * The waiting connections of one source network, and the time of its last admission. Belongs to
 * {@link SourceShares}.
 */
final class Source<T> {
  final long key;
  final Chain<WaitingRoom.Place<T>> waiting = new Chain<>();
  // In the chain of sources that take turns, or of those that are only remembered.
  final Chain.Link<Source<T>> turn = new Chain.Link<>(this);
  // Among the sources with equally many waiting clients.
  final Chain.Link<Source<T>> rank = new Chain.Link<>(this);
  boolean served;
  long servedNanos;

  Source(long key) {
    this.key = key;
  }
}
