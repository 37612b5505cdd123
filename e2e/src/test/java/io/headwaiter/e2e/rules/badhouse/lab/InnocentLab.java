package io.headwaiter.e2e.rules.badhouse.lab;

import io.headwaiter.e2e.rules.badhouse.core.trace.Stage;

/** Imports only a type that the lab may share. */
public record InnocentLab(Stage other) {}
