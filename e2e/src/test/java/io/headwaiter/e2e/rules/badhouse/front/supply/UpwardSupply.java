package io.headwaiter.e2e.rules.badhouse.front.supply;

import io.headwaiter.e2e.rules.badhouse.front.BadFront;

/** Uses a package above it. */
record UpwardSupply(BadFront above) {}
