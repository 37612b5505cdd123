package io.headwaiter.e2e.rules.badhouse.telemetry;

import io.headwaiter.e2e.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record BadTelemetry(BadDoor other) {}
