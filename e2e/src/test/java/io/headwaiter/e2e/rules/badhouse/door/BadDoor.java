package io.headwaiter.e2e.rules.badhouse.door;

import io.headwaiter.e2e.rules.badhouse.tls.BadTls;

/** Uses the verifier's room. */
public record BadDoor(BadTls other) {}
