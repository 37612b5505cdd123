package io.headwaiter.door;

import java.lang.ref.WeakReference;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The connections that are open under each ticket. Nobody has to tell when one closes: the channels
 * are asked when it matters, and are not kept from being collected.
 *
 * <p>Bounded in connections that are remembered; over it the ticket that was used longest ago is
 * forgotten. As a connection that is open takes one of the container's places, a bound above its
 * maximum forgets only tickets with connections that are closed. Not thread-safe.
 */
final class OpenUses {
  private final int perTicketMax;
  private final int usesMax;
  private final Map<Long, List<WeakReference<SocketChannel>>> tickets =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
  private int uses;

  /**
   * @param perTicketMax connections that one ticket may have open, at least 1
   * @param usesMax connections that are remembered, at least 1
   */
  OpenUses(int perTicketMax, int usesMax) {
    this.perTicketMax = perTicketMax;
    this.usesMax = usesMax;
  }

  /** Whether each of these tickets may have one more connection. */
  boolean hasRoom(long[] keys) {
    for (long key : keys) {
      List<WeakReference<SocketChannel>> channels = tickets.get(key);
      if (channels == null || channels.size() < perTicketMax) {
        continue;
      }
      forgetClosed(channels);
      if (channels.isEmpty()) {
        tickets.remove(key);
      } else if (channels.size() >= perTicketMax) {
        return false;
      }
    }
    return true;
  }

  /** A connection was let in with these tickets. */
  void add(long[] keys, SocketChannel channel) {
    for (long key : keys) {
      tickets.computeIfAbsent(key, k -> new ArrayList<>(2)).add(new WeakReference<>(channel));
      uses++;
    }
    Iterator<List<WeakReference<SocketChannel>>> leastRecent = tickets.values().iterator();
    while (uses > usesMax) {
      uses -= leastRecent.next().size();
      leastRecent.remove();
    }
  }

  /** Connections that are remembered, some of which may be closed. */
  int remembered() {
    return uses;
  }

  int ticketCount() {
    return tickets.size();
  }

  private void forgetClosed(List<WeakReference<SocketChannel>> channels) {
    int before = channels.size();
    channels.removeIf(OpenUses::isClosed);
    uses -= before - channels.size();
  }

  private static boolean isClosed(WeakReference<SocketChannel> reference) {
    SocketChannel channel = reference.get();
    return channel == null || !channel.isOpen();
  }
}
