package io.headwaiter.rules.badhouse.telemetry;

import org.junit.jupiter.api.function.Executable;

/** Uses a library that is not allowed here. */
record ForbiddenLibraryUser(Executable executable) {}
