package io.headwaiter.rules.badhouse.lab;

import io.headwaiter.rules.badhouse.core.trace.Stage;

/** Imports only a type that the lab may share. */
public record InnocentLab(Stage other) {}
