package io.headwaiter.e2e.rules.badhouse.jdbc;

import io.headwaiter.e2e.rules.badhouse.door.BadDoor;

/** Uses the door. */
public record BadJdbc(BadDoor other) {}
