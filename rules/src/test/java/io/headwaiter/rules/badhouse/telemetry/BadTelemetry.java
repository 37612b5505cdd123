package io.headwaiter.rules.badhouse.telemetry;

import io.headwaiter.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record BadTelemetry(BadDoor other) {}
