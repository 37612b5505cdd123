/** What the server tells about itself: meters, status, the admin endpoint. */
package io.headwaiter.telemetry;
