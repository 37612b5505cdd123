package io.headwaiter.e2e.rules.badhouse.jdbc;

import org.junit.jupiter.api.function.Executable;

/** Uses a library that has no business here. */
record Stranger(Executable executable) {}
