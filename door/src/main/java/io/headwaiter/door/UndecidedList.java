package io.headwaiter.door;

/**
 * The undecided connections in order of arrival. All have the same deadline, so the first is the
 * next to expire, and joining and leaving take constant time. Belongs to the door's thread; the
 * size may be read from any.
 */
final class UndecidedList {
  private Visitor first;
  private Visitor last;
  private volatile int size;
  private long bytes;

  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  void add(Visitor v) {
    v.previous = last;
    v.next = null;
    v.listed = true;
    if (last == null) {
      first = v;
    } else {
      last.next = v;
    }
    last = v;
    size++;
    bytes += v.keptBytes();
  }

  /** Removes the visitor; false if it was not in the list (any more). */
  @SuppressWarnings("NonAtomicVolatileUpdate") // one writer
  boolean remove(Visitor v) {
    if (!v.listed) {
      return false;
    }
    if (v.previous == null) {
      first = v.next;
    } else {
      v.previous.next = v.next;
    }
    if (v.next == null) {
      last = v.previous;
    } else {
      v.next.previous = v.previous;
    }
    v.listed = false;
    size--;
    bytes -= v.keptBytes();
    return true;
  }

  /** Notes that what a listed visitor keeps has grown by so many bytes. */
  void grew(int moreBytes) {
    bytes += moreBytes;
  }

  /** The one that waits longest, or null. */
  Visitor oldest() {
    return first;
  }

  int size() {
    return size;
  }

  long bytes() {
    return bytes;
  }
}
