package io.headwaiter.e2e.rules.badhouse.lab.model;

import io.headwaiter.e2e.rules.badhouse.lab.experiment.TopOfLab;

/** Uses a package above it. */
record UpwardModel(TopOfLab above) {}
