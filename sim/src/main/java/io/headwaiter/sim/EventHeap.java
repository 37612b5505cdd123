package io.headwaiter.sim;

import java.util.Arrays;

/**
 * The events to come, by time; events at the same time come in the order of insertion. Plain
 * arrays: allocates only when it grows. Not thread-safe.
 */
final class EventHeap {
  private static final int ARITY = 4;

  private long[] nanos = new long[1024];
  private long[] order = new long[1024];
  private byte[] kinds = new byte[1024];
  private Object[] subjects = new Object[1024];
  private int size;
  private long puts;
  private byte takenKind;

  int size() {
    return size;
  }

  /** Returns when the next event is due; the maximum if there is none. */
  long nextNanos() {
    return size == 0 ? Long.MAX_VALUE : nanos[0];
  }

  /** Schedules a {@code kind} of event for a subject, which may be null. */
  void put(long atNanos, byte kind, Object subject) {
    if (size == nanos.length) {
      grow();
    }
    int hole = size++;
    long mine = puts++;
    while (hole > 0) {
      int parent = (hole - 1) / ARITY;
      if (nanos[parent] <= atNanos) {
        break;
      }
      move(parent, hole);
      hole = parent;
    }
    set(hole, atNanos, mine, kind, subject);
  }

  /** Removes the next event and returns its subject; its kind is {@link #takenKind}. */
  Object take() {
    Object subject = subjects[0];
    takenKind = kinds[0];
    int last = --size;
    if (last > 0) {
      sink(last);
    }
    subjects[last] = null;
    return subject;
  }

  /** Returns the kind of the event that was taken last. */
  byte takenKind() {
    return takenKind;
  }

  private void sink(int last) {
    int hole = 0;
    while (true) {
      int first = hole * ARITY + 1;
      if (first >= last) {
        break;
      }
      int least = first;
      int end = Math.min(first + ARITY, last);
      for (int child = first + 1; child < end; child++) {
        least = before(child, least) ? child : least;
      }
      if (!before(least, last)) {
        break;
      }
      move(least, hole);
      hole = least;
    }
    move(last, hole);
  }

  private boolean before(int a, int b) {
    return nanos[a] < nanos[b] || (nanos[a] == nanos[b] && order[a] < order[b]);
  }

  private void move(int from, int to) {
    set(to, nanos[from], order[from], kinds[from], subjects[from]);
  }

  private void set(int at, long when, long number, byte kind, Object subject) {
    nanos[at] = when;
    order[at] = number;
    kinds[at] = kind;
    subjects[at] = subject;
  }

  private void grow() {
    int length = 2 * size;
    nanos = Arrays.copyOf(nanos, length);
    order = Arrays.copyOf(order, length);
    kinds = Arrays.copyOf(kinds, length);
    subjects = Arrays.copyOf(subjects, length);
  }
}
