package io.headwaiter.sim;

/**
 * The deadlines at which customers lose patience with a page. The patience is the same for all, so
 * deadlines come in the order of insertion, and no heap is needed.
 */
final class DeadlineLine {
  private Visit[] visits = new Visit[1024];
  private int[] asks = new int[1024];
  private long[] deadlines = new long[1024];
  private int head;
  private int size;

  void add(Visit visit, long deadlineNanos) {
    if (size == visits.length) {
      grow();
    }
    int at = (head + size++) & (visits.length - 1);
    visits[at] = visit;
    asks[at] = visit.ask;
    deadlines[at] = deadlineNanos;
  }

  /** Returns the first deadline of a customer that still waits; the maximum if there is none. */
  long nextNanos() {
    while (size > 0 && visits[head].ask != asks[head]) {
      take();
    }
    return size == 0 ? Long.MAX_VALUE : deadlines[head];
  }

  /** Removes and returns the first entry. */
  Visit take() {
    Visit visit = visits[head];
    visits[head] = null;
    head = (head + 1) & (visits.length - 1);
    size--;
    return visit;
  }

  private void grow() {
    int length = 2 * size;
    Visit[] moreVisits = new Visit[length];
    int[] moreAsks = new int[length];
    long[] moreDeadlines = new long[length];
    for (int i = 0; i < size; i++) {
      int at = (head + i) & (visits.length - 1);
      moreVisits[i] = visits[at];
      moreAsks[i] = asks[at];
      moreDeadlines[i] = deadlines[at];
    }
    visits = moreVisits;
    asks = moreAsks;
    deadlines = moreDeadlines;
    head = 0;
  }
}
