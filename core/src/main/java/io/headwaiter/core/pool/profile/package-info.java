/** What profiling runs measured, as plain values: points, times by request type, request mix. */
package io.headwaiter.core.pool.profile;
