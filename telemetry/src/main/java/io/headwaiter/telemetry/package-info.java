/** Meters, status and the admin endpoint of the server. */
@NullMarked
package io.headwaiter.telemetry;

import org.jspecify.annotations.NullMarked;
