/**
 * A seeded shop in virtual time that drives the real gate and the real controllers: a customer, a
 * server, a control loop, and nothing that depends on the machine it runs on.
 */
package io.headwaiter.core.capacity.simulation;
