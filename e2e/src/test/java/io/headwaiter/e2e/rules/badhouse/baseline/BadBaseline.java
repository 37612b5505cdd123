package io.headwaiter.e2e.rules.badhouse.baseline;

import io.headwaiter.e2e.rules.badhouse.core.admission.Gate;

/** Uses the law. */
public record BadBaseline(Gate other) {}
