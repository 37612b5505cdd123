package io.headwaiter.e2e.rules.badhouse.core.admission;

import io.headwaiter.e2e.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record Gate(BadDoor door) {}
