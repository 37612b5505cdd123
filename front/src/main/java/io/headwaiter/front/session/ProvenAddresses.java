package io.headwaiter.front.session;

import java.net.InetAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Addresses whose clients finish the handshakes that they begin. A hello alone costs its sender
 * nothing, but costs the server a signature: only such an address may open parallel connections.
 *
 * <pre>
 *   s := min(8, s + 2)   at each full handshake that is finished; from 0 after half an hour
 *   s := max(0, s - 1)   at each handshake that is given up
 *   proven while s &gt; 0
 * </pre>
 *
 * <p>A browser gives up a handshake now and then, when it does not need the connection any more. An
 * attacker leaves at most two for each that it finishes.
 *
 * <p>Bounded by {@link AddressMap}: the address with the oldest handshake is forgotten first.
 * Thread-safe.
 */
public final class ProvenAddresses {
  private static final int FINISHED = 2;
  private static final int SCORE_MAX = 8;
  // A visit goes on for so long without a full handshake.
  private static final long PROVEN_NANOS = 1_800_000_000_000L;

  private final Map<InetAddress, Score> scores = new AddressMap<>(/* byUse= */ false);

  private record Score(int value, long finishedNanos) {}

  /**
   * Records that a full handshake was finished.
   *
   * @param client null if it is not known
   */
  public synchronized void finished(@Nullable InetAddress client, long nowNanos) {
    if (client != null) {
      int before = score(client, nowNanos);
      scores.remove(client); // so that it is the youngest
      scores.put(client, new Score(Math.min(SCORE_MAX, before + FINISHED), nowNanos));
    }
  }

  /**
   * Records that a handshake was given up.
   *
   * @param client null if it is not known
   */
  public synchronized void failed(@Nullable InetAddress client) {
    Score score = client == null ? null : scores.get(client);
    if (score != null && score.value() > 1) {
      scores.put(client, new Score(score.value() - 1, score.finishedNanos()));
    } else if (score != null) {
      scores.remove(client);
    }
  }

  /**
   * Returns whether this address has finished handshakes of late, and has not given up too many.
   *
   * @param client null if it is not known
   */
  public synchronized boolean isProven(@Nullable InetAddress client, long nowNanos) {
    return client != null && score(client, nowNanos) > 0;
  }

  private int score(InetAddress client, long nowNanos) {
    Score score = scores.get(client);
    return score != null && nowNanos - score.finishedNanos() <= PROVEN_NANOS ? score.value() : 0;
  }
}
