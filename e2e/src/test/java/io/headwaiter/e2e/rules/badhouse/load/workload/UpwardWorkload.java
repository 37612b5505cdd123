package io.headwaiter.e2e.rules.badhouse.load.workload;

import io.headwaiter.e2e.rules.badhouse.load.BadLoad;

/** Uses a package above it. */
record UpwardWorkload(BadLoad above) {}
