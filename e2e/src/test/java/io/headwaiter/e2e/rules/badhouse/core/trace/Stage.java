package io.headwaiter.e2e.rules.badhouse.core.trace;

/** A type that the lab may share. */
public record Stage(String label) {}
