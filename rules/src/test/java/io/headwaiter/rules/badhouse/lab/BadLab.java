package io.headwaiter.rules.badhouse.lab;

import io.headwaiter.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record BadLab(BadDoor other) {}
