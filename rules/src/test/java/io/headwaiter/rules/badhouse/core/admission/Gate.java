package io.headwaiter.rules.badhouse.core.admission;

import io.headwaiter.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record Gate(BadDoor door) {}
