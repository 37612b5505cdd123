package io.headwaiter.rules.badhouse.core.pool.plan;

/** On the highest floor. */
public record Plan(int size) {}
