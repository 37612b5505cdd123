package io.headwaiter.rules.badhouse.sim;

import io.headwaiter.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record BadSim(BadDoor door) {}
