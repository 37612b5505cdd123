package io.headwaiter.rules.badhouse.jdbc.pool;

import io.headwaiter.rules.badhouse.jdbc.BadJdbc;

/** Uses a package above it. */
record UpwardPool(BadJdbc above) {}
