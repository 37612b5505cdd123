package io.headwaiter.e2e.rules.badhouse.jdbc;

import io.headwaiter.e2e.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record BadJdbc(BadDoor other) {}
