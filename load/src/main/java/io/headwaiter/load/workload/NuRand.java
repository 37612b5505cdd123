package io.headwaiter.load.workload;

import java.util.random.RandomGenerator;

/**
 * TPC-W's draw of numbers, some of which come often: {@code ((U[0,A] | U[1,n]) mod n) + 1}, with a
 * bitwise or. The larger A is against n, the more even the draw. Immutable.
 *
 * @param a bits that are set at random, one less than a power of two
 * @param most the largest number drawn, at least 1
 */
record NuRand(int a, int most) {
  private static final int FEW_CUSTOMERS = 10_000;
  private static final int SMALLEST_A_OF_CUSTOMERS = 1023;
  private static final int FEW_ITEMS = 1000;
  private static final int SMALLEST_A_OF_ITEMS = 63;

  /**
   * Returns the draw of customer numbers: A is 1023 below 10,000 customers and gets two more bits
   * for each factor of 4.
   */
  static NuRand ofCustomers(int customers) {
    int a = SMALLEST_A_OF_CUSTOMERS;
    for (long bound = FEW_CUSTOMERS; customers >= bound && bound < Integer.MAX_VALUE; bound *= 4) {
      a = 4 * a + 3;
    }
    return new NuRand(a, customers);
  }

  /**
   * Returns the draw of search words: A is 63 up to 1,000 books and gets three more bits for each
   * factor of 10.
   *
   * @param words number of words
   */
  static NuRand ofWords(int items, int words) {
    int a = SMALLEST_A_OF_ITEMS;
    for (long bound = FEW_ITEMS; items > bound; bound *= 10) {
      a = 8 * a + 7;
    }
    return new NuRand(a, Math.max(1, words));
  }

  int next(RandomGenerator random) {
    int even = 1 + random.nextInt(most);
    return (random.nextInt(a + 1) | even) % most + 1;
  }
}
