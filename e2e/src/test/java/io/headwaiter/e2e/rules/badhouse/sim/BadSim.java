package io.headwaiter.e2e.rules.badhouse.sim;

import io.headwaiter.e2e.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record BadSim(BadDoor door) {}
