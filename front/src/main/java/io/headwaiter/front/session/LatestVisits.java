package io.headwaiter.front.session;

import io.headwaiter.core.visit.VisitAccount;
import io.headwaiter.core.visit.VisitAccounts;
import java.net.InetAddress;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The visit that began last at each address, for the parallel connections that follow it.
 *
 * <p>Bounded: over {@value #ADDRESSES_MAX} addresses the one that was used longest ago is
 * forgotten. Thread-safe.
 */
final class LatestVisits {
  private static final int ADDRESSES_MAX = 16_384;
  // How long after a visit began its parallel connections may finish their handshakes: they arrive
  // within three seconds of its hello, and their handshakes may be slower.
  private static final long PARALLEL_NANOS = 10_000_000_000L;

  private final VisitAccounts accounts;
  private final Map<InetAddress, Beginner> latest = new Latest();

  LatestVisits(VisitAccounts accounts) {
    this.accounts = accounts;
  }

  /**
   * A visit that began at an address.
   *
   * @param isParallel whether it began with a parallel connection, and the connection with which it
   *     should have begun is still to come
   */
  private record Beginner(VisitAccount account, boolean isParallel) {}

  /**
   * Records that a visit has begun at this address, with the connection that was charged for it.
   */
  synchronized void began(InetAddress client, VisitAccount account) {
    latest.put(client, new Beginner(account, /* isParallel= */ false));
  }

  /**
   * Returns, once, the visit that a parallel connection has begun already for the one that begins
   * now.
   *
   * @return null if there is none
   */
  synchronized VisitAccount takeParallel(InetAddress client, long nowNanos) {
    Beginner beginner = latest.get(client);
    if (!isRecent(beginner, nowNanos) || !beginner.isParallel()) {
      return null;
    }
    began(client, beginner.account());
    return beginner.account();
  }

  /**
   * Joins a parallel connection to the visit that began last at its address, or begins a visit.
   *
   * @param visit the name of its session
   * @return the account of the visit, which is found by that name from now on
   */
  synchronized VisitAccount joinOrBegin(InetAddress client, long visit, long nowNanos) {
    Beginner beginner = latest.get(client);
    if (isRecent(beginner, nowNanos)) {
      return accounts.join(visit, beginner.account(), nowNanos);
    }
    VisitAccount account = accounts.active(visit, nowNanos, nowNanos);
    latest.put(client, new Beginner(account, /* isParallel= */ true));
    return account;
  }

  /** Returns whether this may be the visit of a parallel connection that is there now. */
  private boolean isRecent(Beginner beginner, long nowNanos) {
    return beginner != null
        && nowNanos - beginner.account().beganNanos() <= PARALLEL_NANOS
        && accounts.find(beginner.account().visit(), nowNanos) == beginner.account();
  }

  private static final class Latest extends LinkedHashMap<InetAddress, Beginner> {
    private static final long serialVersionUID = 1;
    private static final float LOAD = 0.75f;

    Latest() {
      super(/* initialCapacity= */ 16, LOAD, /* accessOrder= */ true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<InetAddress, Beginner> eldest) {
      return size() > ADDRESSES_MAX;
    }
  }
}
