package io.headwaiter.rules.badhouse.core.pool.profile;

import io.headwaiter.rules.badhouse.core.pool.plan.Plan;

/** Uses a package above it. */
record UpwardProfile(Plan above) {}
