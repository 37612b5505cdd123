package io.headwaiter.rules.badhouse.lab.model;

import io.headwaiter.rules.badhouse.lab.experiment.TopOfLab;

/** Uses a package above it. */
record UpwardModel(TopOfLab above) {}
