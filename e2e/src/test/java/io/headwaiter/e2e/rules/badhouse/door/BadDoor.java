package io.headwaiter.e2e.rules.badhouse.door;

import io.headwaiter.e2e.rules.badhouse.tls.BadTls;

/** Imports tls, which imports the door: a cycle too. */
public record BadDoor(BadTls other) {}
