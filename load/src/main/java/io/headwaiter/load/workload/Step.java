package io.headwaiter.load.workload;

/**
 * One request of a customer.
 *
 * @param interaction the interaction that it requests
 * @param target path and query
 * @param body what is sent with it; null if nothing is, as with every GET
 */
public record Step(Interaction interaction, String target, RequestBody body) {
  /** A request without a body. */
  public Step(Interaction interaction, String target) {
    this(interaction, target, null);
  }
}
