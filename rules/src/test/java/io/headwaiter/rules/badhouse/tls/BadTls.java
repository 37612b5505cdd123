package io.headwaiter.rules.badhouse.tls;

import io.headwaiter.rules.badhouse.door.BadDoor;

/** Imports the door. */
public record BadTls(BadDoor other) {}
