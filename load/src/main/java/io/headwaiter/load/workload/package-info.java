/**
 * The behaviour of customers: when they arrive, which pages they request and how long they think.
 * Seeded, without side effects; no socket, thread or clock.
 */
package io.headwaiter.load.workload;
