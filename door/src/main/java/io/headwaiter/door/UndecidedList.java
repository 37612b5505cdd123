package io.headwaiter.door;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The undecided connections in order of arrival. All have the same time limit, so the first is the
 * next to expire. Adding and removing take constant time. Confined to the door's thread; any thread
 * may read the size.
 */
final class UndecidedList {
  private final Set<Visitor> visitors = new LinkedHashSet<>();
  private volatile int size;
  private long bytes;

  void add(Visitor v) {
    visitors.add(v);
    size = visitors.size();
    bytes += v.keptBytes();
  }

  /** Removes a connection; false if it is not in the list. */
  boolean remove(Visitor v) {
    if (!visitors.remove(v)) {
      return false;
    }
    size = visitors.size();
    bytes -= v.keptBytes();
    return true;
  }

  boolean contains(Visitor v) {
    return visitors.contains(v);
  }

  /** Notes that a listed connection keeps so many more bytes. */
  void grew(int moreBytes) {
    bytes += moreBytes;
  }

  /** Returns the connection that has waited longest, or null. */
  Visitor oldest() {
    return visitors.isEmpty() ? null : visitors.iterator().next();
  }

  int size() {
    return size;
  }

  long bytes() {
    return bytes;
  }
}
