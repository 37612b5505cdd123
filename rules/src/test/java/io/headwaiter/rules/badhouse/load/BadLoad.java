package io.headwaiter.rules.badhouse.load;

import io.headwaiter.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record BadLoad(BadDoor other) {}
