package io.headwaiter.tls;

import java.security.SecureRandom;
import java.util.List;
import java.util.TreeMap;

/** The secrets in force in a period: the first encrypts, all decrypt. */
interface TicketSecrets {
  /** Returns the secrets of a period, at least one. */
  List<TicketSecret> of(long period);

  /** Returns secrets that hold in every period, those of a file. */
  static TicketSecrets fixed(List<TicketSecret> secrets) {
    List<TicketSecret> copy = List.copyOf(secrets);
    return period -> copy;
  }

  /**
   * Returns a random secret for each period. Those of periods before the previous one are deleted
   * ({@link #forgetBefore}), so that a later intruder cannot read what was encrypted under them.
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

  /** Allows deletion of the secrets of earlier periods, which no caller needs any more. */
  default void forgetBefore(long period) {}
}
