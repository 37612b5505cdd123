package io.headwaiter.door;

import java.util.LinkedHashSet;
import java.util.Set;

/**
 * The undecided connections in order of arrival. All have the same deadline, so the first is the
 * next to expire, and joining and leaving take constant time. Belongs to the door's thread; the
 * size may be read from any.
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

  /** Removes the visitor; false if it was not in the list (any more). */
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

  /** Notes that what a listed visitor keeps has grown by so many bytes. */
  void grew(int moreBytes) {
    bytes += moreBytes;
  }

  /** The one that waits longest, or null. */
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
