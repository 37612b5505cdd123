package io.headwaiter.door;

import java.util.LinkedHashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The undecided connections in order of arrival. All have the same time limit, so the first is the
 * next to expire. Adding and removing take constant time. Confined to the door's thread; any thread
 * may read the size.
 */
final class UndecidedList {
  private final Set<PendingConnection> connections = new LinkedHashSet<>();
  private volatile int size;
  private long bytes;

  void add(PendingConnection v) {
    connections.add(v);
    size = connections.size();
    bytes += v.keptBytes();
  }

  /** Removes a connection; false if it is not in the list. */
  boolean remove(PendingConnection v) {
    if (!connections.remove(v)) {
      return false;
    }
    size = connections.size();
    bytes -= v.keptBytes();
    return true;
  }

  boolean contains(PendingConnection v) {
    return connections.contains(v);
  }

  /** Notes that a listed connection keeps so many more bytes. */
  void grew(int moreBytes) {
    bytes += moreBytes;
  }

  /** Returns the connection that has waited longest, or null. */
  @Nullable PendingConnection oldest() {
    return connections.isEmpty() ? null : connections.iterator().next();
  }

  int size() {
    return size;
  }

  long bytes() {
    return bytes;
  }
}
