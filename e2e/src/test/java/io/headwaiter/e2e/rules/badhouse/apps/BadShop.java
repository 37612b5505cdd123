package io.headwaiter.e2e.rules.badhouse.apps;

import io.headwaiter.e2e.rules.badhouse.core.admission.Gate;

/** Uses the law. */
public record BadShop(Gate other) {}
