package io.headwaiter.load.workload;

import java.util.random.RandomGenerator;

/** The customers of a site. Thread-safe; customers are not. */
@FunctionalInterface
public interface Workload {

  /**
   * Returns a customer that arrives now.
   *
   * @param random source of all choices of this customer
   */
  Customer newCustomer(RandomGenerator random);
}
