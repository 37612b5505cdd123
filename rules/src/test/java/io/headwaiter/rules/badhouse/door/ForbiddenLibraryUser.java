package io.headwaiter.rules.badhouse.door;

import org.junit.jupiter.api.function.Executable;

/** Uses a library that is not allowed here. */
record ForbiddenLibraryUser(Executable executable) {}
