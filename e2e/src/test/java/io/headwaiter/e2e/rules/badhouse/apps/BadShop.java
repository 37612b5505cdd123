package io.headwaiter.e2e.rules.badhouse.apps;

import io.headwaiter.e2e.rules.badhouse.core.admission.Gate;

/** Imports core. */
public record BadShop(Gate other) {}
