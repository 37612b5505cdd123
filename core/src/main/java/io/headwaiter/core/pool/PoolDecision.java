package io.headwaiter.core.pool;

import java.util.Optional;

/**
 * What to do about the pools, and why.
 *
 * @param nowNanos when
 * @param action what
 * @param sizes that should be set from now on
 * @param rate what the server carries with them; empty if that is not known, and then nobody should
 *     rely on a rate of before
 * @param expired why the profile says nothing any more, whatever is done; empty if it does
 * @param reason in words
 */
public record PoolDecision(
    long nowNanos,
    PoolAction action,
    PoolSizes sizes,
    Optional<SustainableRate> rate,
    Optional<String> expired,
    String reason) {}
