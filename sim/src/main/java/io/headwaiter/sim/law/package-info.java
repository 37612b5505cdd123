/** Overload control algorithms: Headwaiter's, its rivals, and an oracle. */
package io.headwaiter.sim.law;
