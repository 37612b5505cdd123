package io.headwaiter.e2e.rules.badhouse.load;

import io.headwaiter.e2e.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record BadLoad(BadDoor other) {}
