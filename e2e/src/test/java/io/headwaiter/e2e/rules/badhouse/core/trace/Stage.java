package io.headwaiter.e2e.rules.badhouse.core.trace;

/** The vocabulary that the laboratory may share. */
public record Stage(String label) {}
