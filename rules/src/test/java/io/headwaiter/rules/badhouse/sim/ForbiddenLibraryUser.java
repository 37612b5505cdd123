package io.headwaiter.rules.badhouse.sim;

import org.junit.jupiter.api.function.Executable;

/** Uses a library that is not allowed here. */
record ForbiddenLibraryUser(Executable executable) {}
