/**
 * Profiles a server under load at sizes of its pools that a plan picks, and keeps what it found.
 */
package io.headwaiter.lab.tuning;
