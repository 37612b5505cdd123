package io.headwaiter.e2e.rules.badhouse.lab;

import io.headwaiter.e2e.rules.badhouse.door.BadDoor;

/** Reaches into the server. */
public record BadLab(BadDoor other) {}
