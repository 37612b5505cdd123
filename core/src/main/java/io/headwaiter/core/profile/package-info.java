/** The times of requests by type, measured live or read from a log, as plain numbers. */
@NullMarked
package io.headwaiter.core.profile;

import org.jspecify.annotations.NullMarked;
