package io.headwaiter.apps.supplier;

import io.headwaiter.apps.PageTime;

/**
 * The business logic of a transaction besides its queries: the CPU time that it takes on the
 * calling thread, see {@link PageTime}. How it is spread over the interactions is this project's
 * choice; no source has figures.
 */
public enum BusinessLogic {
  /** None: a transaction is its messages and its queries. */
  LIGHT(0),

  /**
   * 1 ms of CPU time for each unit: 10 for Create Order, 3 for Order Status, 1 for Change Item, 2
   * for each of the others. That is 6 ms for a transaction of the workload's mix.
   */
  HEAVY(1000);

  private final int microsPerUnit;

  BusinessLogic(int microsPerUnit) {
    this.microsPerUnit = microsPerUnit;
  }

  /** Returns what the logic of an interaction takes. */
  PageTime of(SupplierServices which) {
    return new PageTime(microsPerUnit * which.units());
  }
}
