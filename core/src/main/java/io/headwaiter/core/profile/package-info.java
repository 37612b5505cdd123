/** What requests take of the server, by type: measured live or read from a log, plain numbers. */
package io.headwaiter.core.profile;
