package io.headwaiter.rules.badhouse.jetty;

import org.junit.jupiter.api.function.Executable;

/** Uses a library that is not allowed here. */
record ForbiddenLibraryUser(Executable executable) {}
