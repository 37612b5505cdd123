package io.headwaiter.rules.badhouse.jdbc;

import io.headwaiter.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record BadJdbc(BadDoor other) {}
