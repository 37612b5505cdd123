package io.headwaiter.e2e.rules.badhouse.tls;

import io.headwaiter.e2e.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record BadTls(BadDoor other) {}
