package io.headwaiter.e2e.rules.badhouse.lab;

import io.headwaiter.e2e.rules.badhouse.core.trace.Stage;

/** Shares plain vocabulary. */
public record InnocentLab(Stage other) {}
