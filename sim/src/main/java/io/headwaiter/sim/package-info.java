/** A simulated server in virtual time, and what it is put through. */
package io.headwaiter.sim;
