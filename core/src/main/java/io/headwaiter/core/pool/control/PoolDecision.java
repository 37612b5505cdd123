package io.headwaiter.core.pool.control;

import io.headwaiter.core.pool.model.SustainableRate;
import io.headwaiter.core.pool.profile.PoolSizes;
import java.util.Optional;

/**
 * An action on the pools, with its reason.
 *
 * @param nowNanos time of the decision
 * @param action the action
 * @param sizes that should be set from now on
 * @param rate the predicted rate with them; empty if it is unknown, and then earlier rates are
 *     invalid too
 * @param expired why the profile is no longer valid, whatever the action is; empty if it is valid
 * @param reason in words
 */
public record PoolDecision(
    long nowNanos,
    PoolAction action,
    PoolSizes sizes,
    Optional<SustainableRate> rate,
    Optional<String> expired,
    String reason) {}
