package io.headwaiter.lab.experiment;

import java.util.Locale;

/**
 * How many loopback addresses the load comes from. One address has some 28,000 ports, and each
 * stays taken for a minute after its connection; twenty times too many customers would run out of
 * them.
 */
final class SourceAddresses {
  private static final int ON_LINUX = 16;

  private SourceAddresses() {}

  /** On Linux all of 127.0.0.0/8 is there; elsewhere only 127.0.0.1. */
  static int count() {
    boolean linux = System.getProperty("os.name", "").toLowerCase(Locale.ROOT).contains("linux");
    return linux ? ON_LINUX : 0;
  }
}
