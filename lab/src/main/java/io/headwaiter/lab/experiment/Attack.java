package io.headwaiter.lab.experiment;

import io.headwaiter.lab.load.HelloClaim;

/**
 * What an attack's hellos say.
 *
 * @param name for the reader
 * @param claim what they claim, falsely; null when there is no attack
 * @param replayed whether they are one customer's true hello instead, sent again and again
 */
record Attack(String name, HelloClaim claim, boolean replayed) {
  /** No attack. */
  static final Attack CALM = new Attack("calm", null, /* replayed= */ false);

  static Attack claiming(String name, HelloClaim claim) {
    return new Attack(name, claim, /* replayed= */ false);
  }

  static Attack replaying(String name) {
    return new Attack(name, HelloClaim.NONE, /* replayed= */ true);
  }

  boolean calm() {
    return claim == null;
  }
}
