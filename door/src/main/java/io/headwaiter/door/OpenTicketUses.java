package io.headwaiter.door;

import java.lang.ref.WeakReference;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The open connections of each ticket. No callback reports a close: the channels are asked when it
 * matters. They are held weakly, so that they can be collected.
 *
 * <p>Bounded in uses that are remembered, of open and of closed connections. Over the bound the
 * ticket that was used longest ago is forgotten, even if connections with it are still open. Not
 * thread-safe.
 */
final class OpenTicketUses {
  private final int perTicketMax;
  private final int usesMax;
  private final Map<Long, List<WeakReference<SocketChannel>>> tickets =
      new LinkedHashMap<>(16, 0.75f, /* accessOrder= */ true);
  private int uses;

  /**
   * @param perTicketMax connections that one ticket may have open, at least 1
   * @param usesMax uses that are remembered, one for each ticket and connection, at least 1
   */
  OpenTicketUses(int perTicketMax, int usesMax) {
    this.perTicketMax = perTicketMax;
    this.usesMax = usesMax;
  }

  /** Returns whether each of these tickets may have one more connection. */
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

  /** Records a connection that was admitted with these tickets. */
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

  /** Returns the number of uses that are remembered; some connections may be closed. */
  int remembered() {
    return uses;
  }

  int ticketCount() {
    return tickets.size();
  }

  private void forgetClosed(List<WeakReference<SocketChannel>> channels) {
    int before = channels.size();
    channels.removeIf(OpenTicketUses::isClosed);
    uses -= before - channels.size();
  }

  private static boolean isClosed(WeakReference<SocketChannel> reference) {
    SocketChannel channel = reference.get();
    return channel == null || !channel.isOpen();
  }
}
