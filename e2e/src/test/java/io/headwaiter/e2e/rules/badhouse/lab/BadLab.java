package io.headwaiter.e2e.rules.badhouse.lab;

import io.headwaiter.e2e.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record BadLab(BadDoor other) {}
