package io.headwaiter.e2e.rules.badhouse.sim;

import org.junit.jupiter.api.function.Executable;

/** Uses a library that has no business here. */
record Stranger(Executable executable) {}
