package io.headwaiter.jdbc;

/**
 * A pool at one instant. The numbers are read one after the other and need not fit together.
 *
 * @param active connections in somebody's hands
 * @param idle connections that wait for somebody
 * @param waiting requests that wait for a connection
 * @param max most connections the pool may have
 */
public record PoolCounts(int active, int idle, int waiting, int max) {}
