package io.headwaiter.rules.badhouse.door;

import io.headwaiter.rules.badhouse.tls.BadTls;

/** Imports tls, which imports the door: a cycle too. */
public record BadDoor(BadTls other) {}
