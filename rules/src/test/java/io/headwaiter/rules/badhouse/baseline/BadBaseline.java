package io.headwaiter.rules.badhouse.baseline;

import io.headwaiter.rules.badhouse.core.admission.Gate;

/** Imports core. */
public record BadBaseline(Gate other) {}
