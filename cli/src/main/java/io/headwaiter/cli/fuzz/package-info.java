/**
 * Fuzzing of what strangers feed: hellos, and sequences of operations on gate, waiting room and
 * ticket lane. Each input is a few bytes, made from a seed and its number, and can be run alone.
 */
package io.headwaiter.cli.fuzz;
