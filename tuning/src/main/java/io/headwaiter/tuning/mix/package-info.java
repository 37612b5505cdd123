/** Reads a user's own mix of requests from an access log or from a server's live profile. */
package io.headwaiter.tuning.mix;
