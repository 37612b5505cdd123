package io.headwaiter.e2e.rules.badhouse.tuning.mix;

import io.headwaiter.e2e.rules.badhouse.tuning.BadTuning;

/** Uses a package above it. */
record UpwardMix(BadTuning above) {}
