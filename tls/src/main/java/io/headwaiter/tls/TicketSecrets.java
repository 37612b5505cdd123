package io.headwaiter.tls;

import java.security.SecureRandom;
import java.util.List;
import java.util.TreeMap;

/** The secrets in force in a period: the first encrypts, all decrypt. */
interface TicketSecrets {
  /** At least one. */
  List<TicketSecret> of(long period);

  /** Secrets that hold in every period, those of a file. */
  static TicketSecrets fixed(List<TicketSecret> secrets) {
    List<TicketSecret> copy = List.copyOf(secrets);
    return period -> copy;
  }

  /**
   * A random secret for each period. Those of periods before the last are forgotten, so that who
   * breaks in today cannot read what was encrypted under them.
   */
  static TicketSecrets generated(SecureRandom random) {
    return new TicketSecrets() {
      private final TreeMap<Long, TicketSecret> byPeriod = new TreeMap<>();

      @Override
      public synchronized List<TicketSecret> of(long period) {
        return List.of(byPeriod.computeIfAbsent(period, p -> TicketSecret.random(random)));
      }

      @Override
      public synchronized void forgetBefore(long period) {
        byPeriod.headMap(period).clear();
      }
    };
  }

  /** Nobody will ask for an earlier period any more. */
  default void forgetBefore(long period) {}
}
