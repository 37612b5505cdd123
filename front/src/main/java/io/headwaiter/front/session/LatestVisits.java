package io.headwaiter.front.session;

import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;
import java.net.InetAddress;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The visit that began or went on last at each address, for the parallel connections that follow.
 *
 * <p>Bounded by {@link AddressMap}: the address that was used longest ago is forgotten first.
 * Thread-safe.
 */
final class LatestVisits {
  // How long after a visit was seen its parallel connections may finish their handshakes: they
  // arrive within three seconds of its hello, and their handshakes may be slower.
  private static final long PARALLEL_NANOS = 10_000_000_000L;

  private final VisitAccounts accounts;
  private final Map<InetAddress, Seen> latest = new AddressMap<>(/* byUse= */ true);

  LatestVisits(VisitAccounts accounts) {
    this.accounts = accounts;
  }

  /**
   * A visit that was seen at an address.
   *
   * @param isParallel whether it began with a parallel connection, and the connection with which it
   *     should have begun is still to come
   * @param seenNanos when a connection that is no parallel one finished its handshake, or the visit
   *     began
   */
  private record Seen(VisitAccount account, boolean isParallel, long seenNanos) {}

  /**
   * Records that a connection of a visit has finished its handshake at this address, with the
   * visit's session or charged for it.
   *
   * @param begins whether the visit begins with it
   */
  synchronized void seen(InetAddress client, VisitAccount account, boolean begins, long nowNanos) {
    Seen before = latest.get(client);
    boolean isParallel =
        !begins && before != null && before.account() == account && before.isParallel();
    latest.put(client, new Seen(account, isParallel, nowNanos));
  }

  /**
   * Returns, once, the visit that a parallel connection has begun already for the one that begins
   * now.
   *
   * @return null if there is none
   */
  synchronized @Nullable VisitAccount takeParallel(InetAddress client, long nowNanos) {
    Seen visit = latest.get(client);
    if (visit == null || !isRecent(visit, nowNanos) || !visit.isParallel()) {
      return null;
    }
    seen(client, visit.account(), /* begins= */ true, nowNanos);
    return visit.account();
  }

  /**
   * Joins a parallel connection to the visit that was seen last at its address, or begins a visit.
   *
   * @param visit the name of its session
   * @return the account of the visit, which is found by that name from now on
   */
  synchronized VisitAccount joinOrBegin(InetAddress client, long visit, long nowNanos) {
    Seen last = latest.get(client);
    if (last != null && isRecent(last, nowNanos)) {
      return accounts.join(visit, last.account(), nowNanos);
    }
    VisitAccount account = accounts.active(visit, nowNanos, nowNanos);
    latest.put(client, new Seen(account, /* isParallel= */ true, nowNanos));
    return account;
  }

  /** Returns whether this may be the visit of a parallel connection that is there now. */
  private boolean isRecent(Seen last, long nowNanos) {
    return nowNanos - last.seenNanos() <= PARALLEL_NANOS
        && accounts.find(last.account().visit(), nowNanos) == last.account();
  }
}
