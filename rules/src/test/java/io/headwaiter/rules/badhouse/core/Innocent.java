package io.headwaiter.rules.badhouse.core;

import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** What core may use: atomics, and randomness with a seed. */
record Innocent(AtomicLong counter, long seed) {
  Random random() {
    return new Random(seed);
  }
}
