/** A simulated server in virtual time, and the scenarios that test it. */
package io.headwaiter.sim;
