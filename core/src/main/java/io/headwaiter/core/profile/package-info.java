/** The times of requests by type, measured live or read from a log, as plain numbers. */
package io.headwaiter.core.profile;
