package io.headwaiter.lab.workload;

/**
 * One request of a customer.
 *
 * @param interaction what it asks for
 * @param target path and query
 */
public record Step(Interaction interaction, String target) {}
