package io.headwaiter.load;

import java.util.Locale;

/**
 * How many loopback addresses the load comes from. One address has some 28,000 ports, and each
 * stays taken for a minute after its connection; twenty times too many customers would run out of
 * them.
 */
public final class SourceAddresses {
  private static final int ON_LINUX = 16;
  private static final int FLOOD_ON_LINUX = 200;
  private static final String CUSTOMERS_ON_LINUX = "127.64.0.0/12";

  private SourceAddresses() {}

  /** Returns how many there are: on Linux all of 127.0.0.0/8 is there; elsewhere only 127.0.0.1. */
  public static int count() {
    boolean linux = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");
    return linux ? ON_LINUX : 0;
  }

  /**
   * Returns a network in which each customer has an address of its own; blank where there is none.
   */
  public static String networkOfCustomers() {
    return count() == 0 ? "" : CUSTOMERS_ON_LINUX;
  }

  /**
   * Returns how many there are for floods of connections of a millisecond: a port that is taken
   * again while the server still remembers its last connection may have to wait a second for its
   * SYN to be sent again.
   */
  public static int countForFlood() {
    return count() == 0 ? 0 : FLOOD_ON_LINUX;
  }
}
