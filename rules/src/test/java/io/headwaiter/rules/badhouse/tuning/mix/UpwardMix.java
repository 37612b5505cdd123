package io.headwaiter.rules.badhouse.tuning.mix;

import io.headwaiter.rules.badhouse.tuning.BadTuning;

/** Uses a package above it. */
record UpwardMix(BadTuning above) {}
