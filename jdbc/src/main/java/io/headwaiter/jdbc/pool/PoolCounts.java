package io.headwaiter.jdbc.pool;

import io.headwaiter.core.api.UserApi;

/**
 * The state of a pool at one instant. The numbers are read one after the other and need not be
 * consistent.
 *
 * @param active connections in use
 * @param idle connections not in use
 * @param waiting requests that wait for a connection
 * @param max most connections the pool may have
 */
@UserApi
public record PoolCounts(int active, int idle, int waiting, int max) {}
