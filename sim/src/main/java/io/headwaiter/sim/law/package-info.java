/** Ways of dealing with overload: ours, its rivals, and one that knows everything. */
package io.headwaiter.sim.law;
