package io.headwaiter.load.workload;

/**
 * One request of a customer.
 *
 * @param interaction the interaction that it requests
 * @param target path and query
 */
public record Step(Interaction interaction, String target) {}
