package io.headwaiter.load;

import io.headwaiter.load.workload.Interaction;

/**
 * One request that is due.
 *
 * @param interaction the interaction it asks for, or null for an image
 * @param target path and query
 * @param dueNanos the planned instant, from which its response time counts
 */
record Request(Interaction interaction, String target, long dueNanos) {
  boolean image() {
    return interaction == null;
  }

  String method() {
    return image() ? "GET" : interaction.method();
  }
}
