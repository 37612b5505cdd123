package io.headwaiter.rules.badhouse.apps;

import io.headwaiter.rules.badhouse.core.admission.Gate;

/** Imports core. */
public record BadShop(Gate other) {}
