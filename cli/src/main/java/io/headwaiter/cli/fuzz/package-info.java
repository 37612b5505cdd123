/**
 * Fuzz tests: mutated hellos for the parser, and sequences of operations for gate, waiting room,
 * ticket lane and controller. Each input is made from a seed and its number, and can be run alone.
 */
package io.headwaiter.cli.fuzz;
