package io.headwaiter.rules.badhouse.load.workload;

import io.headwaiter.rules.badhouse.load.BadLoad;

/** Uses a package above it. */
record UpwardWorkload(BadLoad above) {}
