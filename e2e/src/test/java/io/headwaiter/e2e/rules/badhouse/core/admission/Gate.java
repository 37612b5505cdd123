package io.headwaiter.e2e.rules.badhouse.core.admission;

import io.headwaiter.e2e.rules.badhouse.door.BadDoor;

/** The law imports the door, which imports it: a cycle too. */
public record Gate(BadDoor door) {}
