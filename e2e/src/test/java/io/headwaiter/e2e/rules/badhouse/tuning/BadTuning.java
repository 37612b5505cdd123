package io.headwaiter.e2e.rules.badhouse.tuning;

import io.headwaiter.e2e.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record BadTuning(BadDoor other) {}
