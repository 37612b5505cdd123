package io.headwaiter.rules.badhouse.front;

import org.junit.jupiter.api.function.Executable;

/** Uses a library that is not allowed here. */
record ForbiddenLibraryUser(Executable executable) {}
