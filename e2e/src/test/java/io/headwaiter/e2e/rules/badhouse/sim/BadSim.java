package io.headwaiter.e2e.rules.badhouse.sim;

import io.headwaiter.e2e.rules.badhouse.door.BadDoor;

/** Uses a server. */
public record BadSim(BadDoor door) {}
