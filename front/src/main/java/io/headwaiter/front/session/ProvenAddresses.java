package io.headwaiter.front.session;

import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Addresses from which a handshake was finished of late, and none has failed since. A hello alone
 * costs its sender nothing, but a handshake costs the server a signature: only such an address may
 * open parallel connections.
 *
 * <p>Bounded: over {@value #ADDRESSES_MAX} addresses the one with the oldest handshake is
 * forgotten. Thread-safe.
 */
public final class ProvenAddresses {
  private static final int ADDRESSES_MAX = 16_384;
  // Longer than parallel connections may come after the hello of their visit.
  private static final long PROVEN_NANOS = 10_000_000_000L;

  private final Map<InetAddress, Long> finishedNanos = new Finished();

  /**
   * Records that a handshake was finished.
   *
   * @param client null if it is not known
   */
  public synchronized void finished(InetAddress client, long nowNanos) {
    if (client != null) {
      finishedNanos.remove(client); // so that it is the youngest
      finishedNanos.put(client, nowNanos);
    }
  }

  /**
   * Records that a handshake was given up.
   *
   * @param client null if it is not known
   */
  public synchronized void failed(InetAddress client) {
    if (client != null) {
      finishedNanos.remove(client);
    }
  }

  /**
   * Returns whether the last handshake of this address that has ended was finished, and not long
   * ago.
   *
   * @param client null if it is not known
   */
  public synchronized boolean isProven(InetAddress client, long nowNanos) {
    Long finished = client == null ? null : finishedNanos.get(client);
    return finished != null && nowNanos - finished <= PROVEN_NANOS;
  }

  private static final class Finished extends LinkedHashMap<InetAddress, Long> {
    private static final long serialVersionUID = 1;

    @Override
    protected boolean removeEldestEntry(Map.Entry<InetAddress, Long> eldest) {
      return size() > ADDRESSES_MAX;
    }
  }
}
