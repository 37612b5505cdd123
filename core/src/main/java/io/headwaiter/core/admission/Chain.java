package io.headwaiter.core.admission;

/**
 * A doubly linked list with links that belong to the items. An item leaves from the middle in
 * constant time, and moving it allocates nothing. A link is in one chain at a time.
 *
 * <p>Not thread-safe.
 */
final class Chain<E> {
  /** An item's place in a chain. */
  static final class Link<E> {
    private final E item;
    private Chain<E> chain;
    private Link<E> previous;
    private Link<E> next;

    Link(E item) {
      this.item = item;
    }
  }

  private Link<E> first;
  private Link<E> last;
  private int size;

  /** Appends a link that is in no chain. */
  void addLast(Link<E> link) {
    link.chain = this;
    link.previous = last;
    link.next = null;
    if (last == null) {
      first = link;
    } else {
      last.next = link;
    }
    last = link;
    size++;
  }

  /** Removes a link from the chain that it is in; false if it is in none. */
  static <E> boolean unlink(Link<E> link) {
    Chain<E> chain = link.chain;
    if (chain == null) {
      return false;
    }
    if (link.previous == null) {
      chain.first = link.next;
    } else {
      link.previous.next = link.next;
    }
    if (link.next == null) {
      chain.last = link.previous;
    } else {
      link.next.previous = link.previous;
    }
    link.chain = null;
    link.previous = null;
    link.next = null;
    chain.size--;
    return true;
  }

  /** Returns the item that was added first, or null. */
  E first() {
    return first == null ? null : first.item;
  }

  /** Returns the item that was added last, or null. */
  E last() {
    return last == null ? null : last.item;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }
}
