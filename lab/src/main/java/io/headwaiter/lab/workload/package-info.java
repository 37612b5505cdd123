/**
 * What customers do: when they arrive, which pages they ask for and how long they think. Pure and
 * seeded; no socket, thread or clock.
 */
package io.headwaiter.lab.workload;
