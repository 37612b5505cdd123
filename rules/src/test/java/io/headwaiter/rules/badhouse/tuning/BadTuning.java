package io.headwaiter.rules.badhouse.tuning;

import io.headwaiter.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record BadTuning(BadDoor other) {}
