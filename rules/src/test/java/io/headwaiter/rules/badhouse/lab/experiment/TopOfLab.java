package io.headwaiter.rules.badhouse.lab.experiment;

/** On the highest floor. */
public record TopOfLab() {}
