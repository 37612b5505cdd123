package io.headwaiter.sim;

/**
 * Who is going to lose patience with a page, and when. Patience is the same for all, so they come
 * out in the order in which they went in, and no heap is needed.
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

  /** When the first of those who still wait loses patience; the maximum if nobody does. */
  long nextNanos() {
    while (size > 0 && visits[head].ask != asks[head]) {
      take();
    }
    return size == 0 ? Long.MAX_VALUE : deadlines[head];
  }

  /** Takes the first one out. */
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
