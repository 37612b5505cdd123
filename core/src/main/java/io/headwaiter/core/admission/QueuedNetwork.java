package io.headwaiter.core.admission;

/**
 * The waiting connections of one source network, and the time of its last admission. Belongs to
 * {@link FairQueue}.
 */
final class QueuedNetwork<T> {
  final long key;
  final IntrusiveList<WaitingRoom.Place<T>> waiting = new IntrusiveList<>();
  // In the chain of sources that take turns, or of those that are only remembered.
  final IntrusiveList.Link<QueuedNetwork<T>> turn = new IntrusiveList.Link<>(this);
  // Among the sources with equally many waiting clients.
  final IntrusiveList.Link<QueuedNetwork<T>> rank = new IntrusiveList.Link<>(this);
  boolean served;
  long servedNanos;

  QueuedNetwork(long key) {
    this.key = key;
  }
}
