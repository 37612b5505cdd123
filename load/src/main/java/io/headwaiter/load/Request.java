package io.headwaiter.load;

import io.headwaiter.load.workload.Interaction;
import io.headwaiter.load.workload.RequestBody;
import io.headwaiter.load.workload.Step;

/**
 * One request that is due.
 *
 * @param interaction the interaction it asks for, or null for an image
 * @param target path and query
 * @param body what is sent with it, or null
 * @param dueNanos the planned instant, from which its response time counts
 */
record Request(Interaction interaction, String target, RequestBody body, long dueNanos) {
  /** A request for a page. */
  static Request of(Step step, long dueNanos) {
    return new Request(step.interaction(), step.target(), step.body(), dueNanos);
  }

  /** A request for an image. */
  static Request ofImage(String target, long dueNanos) {
    return new Request(null, target, null, dueNanos);
  }

  boolean image() {
    return interaction == null;
  }

  String method() {
    return image() ? "GET" : interaction.method();
  }
}
