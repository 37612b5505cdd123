/** Meters, status and the admin endpoint of the server. */
package io.headwaiter.telemetry;
