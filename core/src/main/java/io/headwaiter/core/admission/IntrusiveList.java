package io.headwaiter.core.admission;

import org.jspecify.annotations.Nullable;

/**
 * A doubly linked list with links that belong to the items. An item leaves from the middle in
 * constant time, and moving it allocates nothing. A link is in one list at a time.
 *
 * <p>Not thread-safe.
 */
final class IntrusiveList<E> {
  /** An item's place in a list. */
  static final class Link<E> {
    private final E item;
    private @Nullable IntrusiveList<E> list;
    private @Nullable Link<E> previous;
    private @Nullable Link<E> next;

    Link(E item) {
      this.item = item;
    }
  }

  private @Nullable Link<E> first;
  private @Nullable Link<E> last;
  private int size;

  /** Appends a link that is in no list. */
  void addLast(Link<E> link) {
    link.list = this;
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

  /** Removes a link from the list that it is in; false if it is in none. */
  static <E> boolean unlink(Link<E> link) {
    IntrusiveList<E> list = link.list;
    if (list == null) {
      return false;
    }
    if (link.previous == null) {
      list.first = link.next;
    } else {
      link.previous.next = link.next;
    }
    if (link.next == null) {
      list.last = link.previous;
    } else {
      link.next.previous = link.previous;
    }
    link.list = null;
    link.previous = null;
    link.next = null;
    list.size--;
    return true;
  }

  /** Returns the item that was added first, or null. */
  @Nullable E first() {
    return first == null ? null : first.item;
  }

  /** Returns the item that was added last, or null. */
  @Nullable E last() {
    return last == null ? null : last.item;
  }

  boolean isEmpty() {
    return size == 0;
  }

  int size() {
    return size;
  }
}
