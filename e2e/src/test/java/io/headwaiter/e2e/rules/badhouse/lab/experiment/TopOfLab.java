package io.headwaiter.e2e.rules.badhouse.lab.experiment;

/** On the highest floor. */
public record TopOfLab() {}
