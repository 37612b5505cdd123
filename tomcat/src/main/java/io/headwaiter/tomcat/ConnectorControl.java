package io.headwaiter.tomcat;

import io.headwaiter.core.admission.AdmissionPolicy;
import io.headwaiter.core.pool.control.PoolControlSettings;
import io.headwaiter.core.pool.profile.Profile;
import io.headwaiter.front.pools.AdjustablePool;
import io.headwaiter.front.pools.PoolGovernor;

/** What commands of this project change in a connector that has been started. */
public final class ConnectorControl {
  private ConnectorControl() {}

  /** Publishes a policy, which stays in force if no controller publishes others. */
  public static void publish(HeadwaiterProtocol protocol, AdmissionPolicy policy) {
    protocol.gate().publish(policy);
  }

  /**
   * Sizes the worker threads and the database connections by a profile from now on, also after a
   * stop and start.
   *
   * @throws IllegalStateException with an explanatory message if one of the two cannot be sized
   * @throws io.headwaiter.core.pool.profile.OutsideProfileException if no sizes within the settings
   *     were profiled
   */
  public static void sizeByProfile(
      HeadwaiterProtocol protocol,
      PoolControlSettings bounds,
      Profile profile,
      AdjustablePool connections) {
    HeadwaiterEndpoint endpoint = protocol.endpoint();
    endpoint.gauges().govern(new PoolGovernor(bounds, profile, endpoint.workers(), connections));
  }

  /**
   * Allows {@code tune pools --url} to set the numbers of worker threads and database connections
   * over the admin endpoint, until the next stop. Use it only on a server without customers: it
   * accepts sizes that are unfit for them.
   *
   * @throws IllegalStateException with an explanatory message if admission is on without shadow
   *     mode, there is no admin endpoint on a loopback address, or the pools are governed or cannot
   *     be sized
   */
  public static void allowTuning(HeadwaiterProtocol protocol, AdjustablePool connections) {
    HeadwaiterEndpoint endpoint = protocol.endpoint();
    endpoint.gauges().allowTuning(endpoint.workers(), connections);
  }
}
