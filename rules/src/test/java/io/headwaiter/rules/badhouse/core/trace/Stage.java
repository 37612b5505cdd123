package io.headwaiter.rules.badhouse.core.trace;

/** A type that the lab may share. */
public record Stage(String label) {}
