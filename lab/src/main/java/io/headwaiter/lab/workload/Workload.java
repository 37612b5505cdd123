package io.headwaiter.lab.workload;

import java.util.random.RandomGenerator;

/** Who comes to a site, and what for. Thread-safe; customers are not. */
@FunctionalInterface
public interface Workload {

  /**
   * A customer who comes now.
   *
   * @param random where all choices of this customer come from
   */
  Customer newCustomer(RandomGenerator random);
}
