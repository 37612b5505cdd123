package io.headwaiter.rules.badhouse.front.supply;

import io.headwaiter.rules.badhouse.front.BadFront;

/** Uses a package above it. */
record UpwardSupply(BadFront above) {}
