package io.headwaiter.e2e.rules.badhouse.jdbc.pool;

import io.headwaiter.e2e.rules.badhouse.jdbc.BadJdbc;

/** Uses a package above it. */
record UpwardPool(BadJdbc above) {}
