package io.headwaiter.e2e.rules.badhouse.baseline;

import io.headwaiter.e2e.rules.badhouse.core.admission.Gate;

/** Imports core. */
public record BadBaseline(Gate other) {}
